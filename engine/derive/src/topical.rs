//! `#[derive(Topical)]`: the topics of what lasts, as its declaration says them.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Expr, Fields, Variant};

/// The topics that `#[topics(…)]` gives.
fn given(attributes: &[Attribute]) -> syn::Result<Option<Expr>> {
    let marked = attributes.iter().find(|attribute| attribute.path().is_ident("topics"));
    marked.map(Attribute::parse_args).transpose()
}

/// The arm that gives the topics of a variant.
fn arm(variant: &Variant) -> syn::Result<TokenStream> {
    let ident = &variant.ident;
    match (given(&variant.attrs)?, &variant.fields) {
        (Some(topics), _) => Ok(quote!(Self::#ident { .. } => u64::from(#topics),)),
        (None, Fields::Unnamed(fields)) if fields.unnamed.len() == 1 => Ok(quote! {
            Self::#ident(inner) => ::rules_judge_engine::abilities::topics::Topical::topics(inner),
        }),
        _ => Err(Error::new_spanned(ident, "what lasts says its topics: `#[topics(…)]`")),
    }
}

/// The implementation of `Topical`.
pub(crate) fn implementation(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let topics = match (given(&input.attrs)?, &input.data) {
        (Some(topics), _) => quote!(u64::from(#topics)),
        (None, Data::Enum(data)) => {
            let arms = data.variants.iter().map(arm).collect::<syn::Result<TokenStream>>()?;
            quote!(match self { #arms })
        }
        _ => return Err(Error::new_spanned(name, "what lasts says its topics: `#[topics(…)]`")),
    };
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    Ok(quote! {
        impl #generics ::rules_judge_engine::abilities::topics::Topical for #name #arguments #bounds {
            fn topics(&self) -> u64 { #topics }
        }
    })
}
