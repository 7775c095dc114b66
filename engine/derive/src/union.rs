//! `#[derive(Union)]`: the union of two values, field by field.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error};

/// The implementation of `Union`.
pub(crate) fn implementation(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(name, "only a struct is united field by field"));
    };
    let (members, others) = (data.fields.members(), data.fields.members());
    let united: Vec<_> = data.fields.members().collect();
    let types = data.fields.iter().map(|field| &field.ty);
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    Ok(quote! {
        impl #generics ::rules_judge_engine::kernel::Union for #name #arguments #bounds {
            const NONE: Self =
                #name { #( #members: <#types as ::rules_judge_engine::kernel::Union>::NONE ),* };

            fn union(self, other: Self) -> Self {
                #name { #(
                    #others: ::rules_judge_engine::kernel::Union::union(self.#united, other.#united)
                ),* }
            }
        }
    })
}
