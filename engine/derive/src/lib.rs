//! `#[derive(EachCard)]`: plain data hand out every card that they name.
//!
//! The fields are taken from the declaration, so that none can be left out: a field of a type that does not say
//! which cards it names does not compile.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Error, parse_macro_input};

/// Implements `rules_judge_engine::kernel::EachCard`, field by field.
#[proc_macro_derive(EachCard)]
pub fn each_card(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    implementation(&input).unwrap_or_else(Error::into_compile_error).into()
}

fn implementation(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let body = match &input.data {
        Data::Struct(data) => {
            let fields = data.fields.members();
            quote! { #( ::rules_judge_engine::kernel::EachCard::each_card(&mut self.#fields, rename); )* }
        }
        Data::Enum(data) => {
            let arms = data.variants.iter().map(|variant| {
                let (variant, fields) = (&variant.ident, &variant.fields);
                let bound: Vec<_> = (0..fields.len()).map(|place| format_ident!("field_{place}")).collect();
                let fields = fields.members();
                quote! {
                    #name::#variant { #( #fields: ref mut #bound ),* } => {
                        #( ::rules_judge_engine::kernel::EachCard::each_card(#bound, rename); )*
                    }
                }
            });
            // Without variants there is nothing to match by reference.
            quote! { match *self { #( #arms )* } }
        }
        Data::Union(_) => return Err(Error::new_spanned(input, "a union does not say what it holds")),
    };
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    Ok(quote! {
        impl #generics ::rules_judge_engine::kernel::EachCard for #name #arguments #bounds {
            #[allow(unused_variables)]
            fn each_card(&mut self, rename: &mut dyn ::rules_judge_engine::kernel::Rename) { #body }
        }
    })
}
