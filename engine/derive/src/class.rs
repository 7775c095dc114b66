//! `#[class(Name)]` on the trait of a class of words: how an enum of such words asks the word that it holds.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Error, Expr, FnArg, Ident, ItemTrait, Pat, Path, Token, TraitItem, TraitItemFn};

/// What `#[class(…)]` says.
pub(crate) struct Class {
    /// The name of the class: that of the macro that implements the trait for an enum of its words.
    name: Ident,
    /// The words are asked as trait objects, so that the code of the enum stays small.
    by_object: bool,
    /// The function that lints a list of words.
    list: Option<Path>,
}

impl Parse for Class {
    fn parse(input: ParseStream<'_>) -> syn::Result<Class> {
        let mut class = Class { name: input.parse()?, by_object: false, list: None };
        while input.peek(Token![,]) {
            input.parse::<Token![,]>()?;
            let option: Ident = input.parse()?;
            if option == "by_object" {
                class.by_object = true;
            } else if option == "list" {
                input.parse::<Token![=]>()?;
                class.list = Some(input.parse()?);
            } else {
                return Err(Error::new_spanned(option, "an unknown option of a class"));
            }
        }
        Ok(class)
    }
}

/// What `#[word(…)]` says of a method of the trait.
#[derive(Default)]
struct Marks {
    /// It costs a look; without one left, the answer is the default of its type.
    costs: bool,
    /// A row of the enum may answer `true` for its words.
    in_rows: bool,
    /// The enum itself answers with this.
    is: Option<Expr>,
    /// The method of `Part` that asks it, in place of the method itself.
    part: Option<Ident>,
}

impl Marks {
    /// Takes the marks of a method away, and returns them.
    fn take(method: &mut TraitItemFn) -> syn::Result<Marks> {
        let mut marks = Marks::default();
        for attribute in method.attrs.iter().filter(|attribute| attribute.path().is_ident("word")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("costs") {
                    marks.costs = true;
                } else if meta.path.is_ident("in_rows") {
                    marks.in_rows = true;
                } else if meta.path.is_ident("is") {
                    marks.is = Some(meta.value()?.parse()?);
                } else if meta.path.is_ident("part") {
                    marks.part = Some(meta.value()?.parse()?);
                } else {
                    return Err(meta.error("an unknown mark of a method"));
                }
                Ok(())
            })?;
        }
        method.attrs.retain(|attribute| !attribute.path().is_ident("word"));
        Ok(marks)
    }
}

/// The parameters of a method after `self`, by names without a leading underscore.
fn named(method: &mut TraitItemFn) -> syn::Result<Vec<Ident>> {
    let mut names = Vec::new();
    for input in method.sig.inputs.iter_mut() {
        let FnArg::Typed(argument) = input else { continue };
        let Pat::Ident(pattern) = &mut *argument.pat else {
            return Err(Error::new_spanned(&argument.pat, "a parameter of a word has a name"));
        };
        pattern.ident = format_ident!("{}", pattern.ident.to_string().trim_start_matches('_'));
        names.push(pattern.ident.clone());
    }
    Ok(names)
}

/// The method of the enum that asks the word, and the method of `Part` that does.
fn asking(class: &Class, of: &Ident, mut method: TraitItemFn, marks: Marks) -> syn::Result<TokenStream> {
    let names = named(&mut method)?;
    method.default = None;
    method.semi_token = None;
    method.attrs.clear();
    method.sig.generics.where_clause = None;
    let (signature, name) = (&method.sig, &method.sig.ident);
    let ask = quote!(crate::abilities::#of::<L>::#name(word #(, #names)*));
    let ask = match (marks.is, class.by_object, marks.in_rows) {
        (Some(is), ..) => quote!(#is),
        (None, true, _) => quote!({ let word = self.inner(); #ask }),
        (None, false, true) => quote! {
            match self { $( Self::$word(word) => {
                crate::abilities::class::true_or!($($in_row,)? word, #ask)
            } )* }
        },
        (None, false, false) => quote!(match self { $( Self::$word(word) => #ask, )* }),
    };
    let costs = marks.costs.then(|| {
        quote!(if !game.spend(1) {
            return Default::default();
        })
    });
    Ok(match marks.part.as_ref().map(|part| (part, part == "lint_part")) {
        None => quote!(#signature { #costs #ask }),
        Some((part, true)) => quote! {
            fn #part(&self, lint: &mut Lint<'_, L>) { lint.inside(&self.word(), |lint| #ask); }
        },
        Some((part, false)) => quote!(fn #part(&self) -> bool { #ask }),
    })
}

/// The trait, and the macro that implements it and `Part` for an enum of words.
pub(crate) fn implementation(class: &Class, mut item: ItemTrait) -> syn::Result<TokenStream> {
    let (of, name) = (item.ident.clone(), &class.name);
    let (mut methods, mut parts) = (TokenStream::new(), TokenStream::new());
    for method in &mut item.items {
        let TraitItem::Fn(method) = method else { continue };
        let marks = Marks::take(method)?;
        let to = if marks.part.is_some() { &mut parts } else { &mut methods };
        to.extend(asking(class, &of, method.clone(), marks)?);
    }
    let list = class.list.as_ref().map(|list| {
        quote! {
            fn lint_list_at(list: &[Self], key: &str, lint: &mut Lint<'_, L>) { #list(lint, key, list); }
        }
    });
    let inner = class.by_object.then(|| {
        quote! {
            impl $name {
                /// The word with its parameters.
                fn inner(&self) -> &dyn crate::abilities::#of<L> {
                    match self { $( Self::$word(word) => word, )* }
                }
            }
        }
    });
    Ok(quote! {
        #item

        /// Implements the trait of the class for an enum of its words.
        macro_rules! #name {
            ($name:ident, $language:ty; $( $word:ident $(= $in_row:ident)?, )*) => {
                const _: () = {
                    use crate::abilities::class::signatures::*;
                    type L = $language;

                    #inner

                    impl crate::abilities::Part<L> for $name { #parts #list }

                    impl crate::abilities::#of<L> for $name { #methods }
                };
            };
        }
        pub(crate) use #name;
    })
}
