//! `#[derive(Part)]`: what follows from the fields of a word of the ability language.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Data, DeriveInput, Error, Field, Fields, GenericParam, Ident, Member, Path, Token, Type,
    parenthesized, parse_quote,
};

use crate::{is_option, renamed, snake};

/// What `#[part(…)]` says about a field or a variant.
#[derive(Default)]
struct Marks {
    /// It is no word.
    plain: bool,
    /// A number that is a count.
    count: bool,
    /// A number that must not be 0.
    nonzero: bool,
    /// The cards to which later sentences refer.
    what: bool,
    /// Names that it cannot refer to.
    excluding: Punctuated<Path, Token![,]>,
    /// A name to which it refers.
    refers_to: Option<Path>,
    /// The function that lints it.
    with: Option<Path>,
}

impl Marks {
    fn of(attributes: &[Attribute]) -> syn::Result<Marks> {
        let mut marks = Marks::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("part")) {
            attribute.parse_nested_meta(|meta| {
                let word = meta.path.require_ident()?.to_string();
                match word.as_str() {
                    "plain" => marks.plain = true,
                    "count" => marks.count = true,
                    "nonzero" => marks.nonzero = true,
                    "what" => marks.what = true,
                    "excluding" => {
                        let names;
                        parenthesized!(names in meta.input);
                        marks.excluding = names.parse_terminated(Path::parse_mod_style, Token![,])?;
                    }
                    "refers_to" => marks.refers_to = Some(meta.value()?.parse()?),
                    "with" => marks.with = Some(meta.value()?.parse()?),
                    _ => return Err(meta.error("an unknown mark of a part")),
                }
                Ok(())
            })?;
        }
        Ok(marks)
    }

    /// The code that reports a reference to nothing.
    fn reference(&self) -> Option<TokenStream> {
        self.refers_to.as_ref().map(|name| quote!(lint.refers_to(#name);))
    }
}

/// What `#[part(…)]` says about a type: of which language it is, and a name to which it refers.
fn of_type(input: &DeriveInput) -> syn::Result<(Option<Path>, Option<Path>)> {
    let (mut language, mut refers_to) = (None, None);
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("part")) {
        attribute.parse_nested_meta(|meta| {
            let said = match meta.path.require_ident()?.to_string().as_str() {
                "of" => &mut language,
                "refers_to" => &mut refers_to,
                _ => {
                    return Err(meta.error("a word says only of which language it is, and to what it refers"));
                }
            };
            *said = Some(meta.value()?.parse()?);
            Ok(())
        })?;
    }
    Ok((language, refers_to))
}

/// A field that is linted.
struct Part {
    /// How the code reaches it: a reference.
    place: TokenStream,
    /// Its key; `None`: it is written without one.
    key: Option<String>,
    marks: Marks,
    optional: bool,
}

impl Part {
    fn new(field: &Field, place: TokenStream, key: Option<String>) -> syn::Result<Option<Part>> {
        let marks = Marks::of(&field.attrs)?;
        let skipped = |attribute: &Attribute| {
            attribute.path().is_ident("serde")
                && attribute.parse_args::<Path>().is_ok_and(|path| path.is_ident("skip"))
        };
        if marks.plain || field.attrs.iter().any(skipped) {
            return Ok(None);
        }
        let place = if is_boxed(&field.ty) { quote!(&**#place) } else { place };
        Ok(Some(Part { place, key, marks, optional: is_option(&field.ty) }))
    }

    /// The code that lints it.
    fn lint(&self, language: &Path) -> TokenStream {
        let Part { place, key, marks, optional } = self;
        let place = if *optional { quote!(part) } else { place.clone() };
        let own = match (&marks.with, marks.count, marks.nonzero) {
            (Some(with), ..) => Some(quote!(#with(lint, #place))),
            (None, true, _) => Some(quote!((#place).lint_count(lint))),
            (None, _, true) => Some(quote!((#place).lint_nonzero(lint))),
            (None, false, false) => None,
        };
        let part = quote!(::rules_judge_engine::abilities::Part::<#language>);
        let mut code = match (own, key) {
            (Some(own), Some(key)) => quote!(lint.inside(#key, |lint| #own);),
            (Some(own), None) => quote!(#own;),
            (None, Some(key)) => quote!(#part::lint_at(#place, #key, lint);),
            (None, None) => quote!(#part::lint_part(#place, lint);),
        };
        if !marks.excluding.is_empty() {
            let names = &marks.excluding;
            code = quote!(lint.excluding([#names], |lint| { #code }););
        }
        let reference = marks.reference();
        code = quote!(#reference #code);
        match optional {
            true => {
                let place = &self.place;
                quote!(if let Some(part) = #place { #code })
            }
            false => code,
        }
    }

    /// The code that says whether it is open.
    fn is_open(&self, language: &Path) -> TokenStream {
        let place = &self.place;
        quote!(::rules_judge_engine::abilities::Part::<#language>::is_open_part(#place))
    }
}

/// The key of a field on the wire.
fn key_of(field: &Field, member: &Member) -> syn::Result<String> {
    Ok(match member {
        Member::Named(name) => renamed(&field.attrs)?.unwrap_or_else(|| name.unraw().to_string()),
        Member::Unnamed(index) => index.index.to_string(),
    })
}

/// The parts among the fields. A single field without a name is written without a key.
fn parts(fields: &Fields, place: impl Fn(&Member) -> TokenStream) -> syn::Result<Vec<Part>> {
    let alone = matches!(fields, Fields::Unnamed(fields) if fields.unnamed.len() == 1);
    let mut parts = Vec::new();
    for (field, member) in fields.iter().zip(fields.members()) {
        let key = if alone { None } else { Some(key_of(field, &member)?) };
        parts.extend(Part::new(field, place(&member), key)?);
    }
    Ok(parts)
}

/// A local name for a field of a variant.
fn local(member: &Member) -> Ident {
    match member {
        Member::Named(name) => format_ident!("field_{}", name.unraw()),
        Member::Unnamed(index) => format_ident!("field_{}", index.index),
    }
}

/// The code that lints one of several variants, and the code that says whether its parts are open.
fn variants(data: &syn::DataEnum, language: &Path) -> syn::Result<(TokenStream, TokenStream)> {
    let (mut arms, mut open) = (TokenStream::new(), TokenStream::new());
    for variant in &data.variants {
        let (ident, marks) = (&variant.ident, Marks::of(&variant.attrs)?);
        let key = renamed(&variant.attrs)?.unwrap_or_else(|| snake(&ident.to_string()));
        if marks.count || marks.nonzero || marks.what || !marks.excluding.is_empty() {
            let why = "a variant says only that it is plain, to what it refers, or what lints it";
            return Err(Error::new_spanned(ident, why));
        }
        let mut inner = parts(&variant.fields, |member| {
            let local = local(member);
            quote!(#local)
        })?;
        let alone = matches!(&variant.fields, Fields::Unnamed(fields) if fields.unnamed.len() == 1);
        let is_left_out = marks.plain || inner.is_empty();
        if is_left_out {
            inner.clear();
        }
        if alone {
            inner.iter_mut().for_each(|part| part.key = Some(key.clone()));
        }
        let lints = inner.iter().map(|part| part.lint(language));
        let opens = inner.iter().map(|part| part.is_open(language));
        let places = inner.iter().map(|part| &part.place);
        let lints = match &marks.with {
            Some(with) => quote!(#with(lint, #(#places),*);),
            None if alone || is_left_out => quote!(#(#lints)*),
            None => quote!(lint.inside(#key, |lint| { #(#lints)* });),
        };
        let refers = marks.reference();
        let members = variant.fields.iter().zip(variant.fields.members());
        let members = members
            .filter(|(field, _)| !is_left_out && Marks::of(&field.attrs).is_ok_and(|marks| !marks.plain));
        let members: Vec<Member> = members.map(|(_, member)| member).collect();
        let bound: Vec<Ident> = members.iter().map(local).collect();
        arms.extend(quote!(Self::#ident { #(#members: #bound,)* .. } => { #refers #lints }));
        open.extend(quote!(Self::#ident { #(#members: #bound,)* .. } => true #(&& #opens)*,));
    }
    Ok(match data.variants.is_empty() {
        true => (quote!(match *self {}), quote!(match *self {})),
        false => (quote!(match self { #arms }), quote!(match self { #open })),
    })
}

fn is_boxed(of: &Type) -> bool {
    matches!(of, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Box"))
}

/// The implementation of `Part`.
pub(crate) fn implementation(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let mut generics = input.generics.clone();
    let first = generics.params.iter().find_map(|parameter| match parameter {
        GenericParam::Type(parameter) => Some(Path::from(parameter.ident.clone())),
        _ => None,
    });
    let (language, refers_to) = of_type(input)?;
    let language = match language.or(first) {
        Some(language) => language,
        None => {
            generics.params.push(parse_quote!(AnyLanguage: ::rules_judge_engine::abilities::Language));
            parse_quote!(AnyLanguage)
        }
    };
    let mut what = None;
    let (lint, open) = match &input.data {
        Data::Struct(data) => {
            let parts = parts(&data.fields, |member| quote!(&self.#member))?;
            let of_language = quote!(::rules_judge_engine::abilities::Part::<#language>);
            for part in &parts {
                let place = &part.place;
                if part.marks.what || part.key.as_deref() == Some("what") && !part.optional {
                    what = Some(quote! {
                        fn selects(&self) -> Option<&::rules_judge_engine::abilities::Select<#language>> {
                            #of_language::selects(#place)
                        }
                    });
                }
            }
            let opens = parts.iter().map(|part| part.is_open(&language));
            (parts.iter().map(|part| part.lint(&language)).collect(), quote!(true #(&& #opens)*))
        }
        Data::Enum(data) => variants(data, &language)?,
        Data::Union(_) => return Err(Error::new_spanned(input, "a union does not say what it holds")),
    };
    let refers_to = refers_to.map(|name| quote!(lint.refers_to(#name);));
    let (_, arguments, _) = input.generics.split_for_impl();
    let (parameters, _, bounds) = generics.split_for_impl();
    Ok(quote! {
        impl #parameters ::rules_judge_engine::abilities::Part<#language> for #name #arguments #bounds {
            #[allow(unused_variables)]
            fn lint_part(&self, lint: &mut ::rules_judge_engine::abilities::Lint<'_, #language>) {
                #refers_to
                #lint
            }

            #[allow(unused_variables)]
            fn is_open_part(&self) -> bool { #open }

            #what
        }
    })
}
