//! The declaration of what running effects do: `effects!`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Expr, Ident, LitStr, Meta, Path, Token, Type, braced, parenthesized};

use crate::snake;

mod word {
    syn::custom_keyword!(about);
    syn::custom_keyword!(held);
    syn::custom_keyword!(said);
    syn::custom_keyword!(seen);
    syn::custom_keyword!(with);
}

/// One kind of effect that only the game has.
struct Row {
    docs: Vec<Attribute>,
    /// The documentation in positions, where it is another one.
    said_doc: Option<LitStr>,
    name: Ident,
    payload: Option<Payload>,
    /// The form of the sentence in positions.
    said: Option<Type>,
    /// Views show it as a kind that games have in common.
    common: Option<Ident>,
    /// Its topics; without them, those of what it holds.
    about: Option<Expr>,
}

/// What an effect holds.
struct Payload {
    /// The documentation, and other attributes of the field in views.
    attributes: Vec<Attribute>,
    name: Ident,
    of: Type,
}

impl Payload {
    /// Whether it is the sentence that began the effect.
    fn is_text(&self) -> bool {
        self.name == "text"
    }
}

impl Parse for Row {
    fn parse(input: ParseStream<'_>) -> syn::Result<Row> {
        let (mut docs, mut said_doc) = (Vec::new(), None);
        for attribute in input.call(Attribute::parse_outer)? {
            match &attribute.meta {
                Meta::NameValue(meta) if meta.path.is_ident("said") => {
                    let value = &meta.value;
                    said_doc = Some(syn::parse2(quote!(#value))?);
                }
                _ => docs.push(attribute),
            }
        }
        let name = input.parse()?;
        let payload = input.peek(syn::token::Brace).then(|| {
            let body;
            braced!(body in input);
            let attributes = body.call(Attribute::parse_outer)?;
            let name = body.parse()?;
            body.parse::<Token![:]>()?;
            let of = body.parse()?;
            body.parse::<Option<Token![,]>>()?;
            Ok::<_, Error>(Payload { attributes, name, of })
        });
        let said = input.parse::<Option<word::said>>()?.map(|_| input.parse()).transpose()?;
        let common = input.parse::<Option<Token![as]>>()?.map(|_| input.parse()).transpose()?;
        let about = input.parse::<Option<word::about>>()?.map(|_| input.parse()).transpose()?;
        input.parse::<Token![,]>()?;
        Ok(Row { docs, said_doc, name, payload: payload.transpose()?, said, common, about })
    }
}

impl Row {
    /// The binding of what it holds in a pattern.
    fn pattern(&self) -> Option<TokenStream> {
        self.payload.as_ref().map(|Payload { name, .. }| quote!((#name)))
    }

    /// Whether a position has a word for it. A sentence has one only by the form that the row names.
    fn is_said(&self) -> bool {
        self.said.is_some() || !self.payload.as_ref().is_some_and(Payload::is_text)
    }

    fn is_seen(&self) -> bool {
        self.common.is_none()
    }

    /// The kind in the state.
    fn held(&self) -> TokenStream {
        let (docs, name) = (&self.docs, &self.name);
        let of = self.payload.as_ref().map(|Payload { of, .. }| quote!((#of)));
        quote!(#(#docs)* #name #of,)
    }

    /// The word of a position.
    fn said(&self, game: &Path) -> TokenStream {
        let (docs, name) = (&self.docs, &self.name);
        let docs = self.said_doc.as_ref().map_or_else(|| quote!(#(#docs)*), |text| quote!(#[doc = #text]));
        let form = match (&self.said, &self.payload) {
            (Some(said), _) => Some(quote!((#said))),
            (None, Some(Payload { of, .. })) => {
                Some(quote!((<#of as ::rules_judge_engine::game_kit::running::EffectFact<#game>>::Said)))
            }
            (None, None) => None,
        };
        quote!(#docs #name #form,)
    }

    /// The kind in a view.
    fn seen(&self, game: &Path) -> TokenStream {
        let (docs, name) = (&self.docs, &self.name);
        let fields = self.payload.as_ref().map(|payload| {
            let Payload { attributes, name, of } = payload;
            if payload.is_text() {
                quote! {{
                    #(#attributes)*
                    #[serde(skip_serializing_if = "Option::is_none")]
                    number: Option<u8>,
                    /// The id in the pool of the card whose text it is.
                    #[schemars(extend("format" = "card"))]
                    of: ::smol_str::SmolStr,
                }}
            } else {
                let fact = quote!(::rules_judge_engine::game_kit::running::EffectFact<#game>);
                quote!({ #(#attributes)* #name: <#of as #fact>::Seen, })
            }
        });
        quote!(#(#docs)* #name #fields,)
    }

    /// From the state to a position: the arm of a match, of which the value is the word.
    fn into_said(&self, held: &Ident, said: &Ident, game: &Path) -> TokenStream {
        let (name, pattern) = (&self.name, self.pattern());
        let kit = quote!(::rules_judge_engine::game_kit::running);
        let form = match (&self.said, &self.payload) {
            _ if !self.is_said() => {
                let any = self.payload.as_ref().map(|_| quote!((_)));
                return quote!(#held::#name #any => return None,);
            }
            (Some(form), Some(Payload { name, .. })) => {
                let sentence = sentence(form, game);
                Some(quote!((#sentence::of(pool, &(#kit::only_text::<#game>(#name)?, 0))?)))
            }
            (_, Some(Payload { name, of, .. })) => {
                Some(quote!((<#of as #kit::EffectFact<#game>>::said(#name, pool))))
            }
            (_, None) => None,
        };
        quote!(#held::#name #pattern => #said::#name #form,)
    }

    /// From a position to the state: the value for the word.
    fn held_value(&self, held: &Ident, game: &Path) -> Option<TokenStream> {
        let name = &self.name;
        let kit = quote!(::rules_judge_engine::game_kit::running);
        let form = match (&self.said, &self.payload) {
            _ if !self.is_said() => return None,
            (Some(form), Some(Payload { name, of, .. })) => {
                let sentence = sentence(form, game);
                Some(quote!((<#of as #kit::Begun<#game>>::by(#sentence::held(#name, pool)?.0))))
            }
            (_, Some(Payload { name, of, .. })) => {
                Some(quote!((<#of as #kit::EffectFact<#game>>::held(#name, pool)?)))
            }
            (_, None) => None,
        };
        Some(quote!(#held::#name #form))
    }

    /// The card that a position names: the arm of a match, of which the value is a pointer and an id.
    fn card(&self, said: &Ident, game: &Path) -> Option<TokenStream> {
        let (name, pattern) = (&self.name, self.pattern());
        let at = snake(&name.to_string());
        let kit = quote!(::rules_judge_engine::game_kit::running);
        let card = match (&self.said, &self.payload) {
            _ if !self.is_said() => return None,
            (Some(form), Some(Payload { name, .. })) => {
                let (at, sentence) = (format!("{at}/card"), sentence(form, game));
                quote!(Some((#at, #sentence::card(#name))))
            }
            (_, Some(Payload { name, of, .. })) => {
                quote!(<#of as #kit::EffectFact<#game>>::card(#name).map(|card| (#at, card)))
            }
            (_, None) => quote!(None),
        };
        Some(quote!(#said::#name #pattern => #card,))
    }

    /// From the state to a view.
    fn into_seen(&self, held: &Ident, seen: &Ident, game: &Path) -> TokenStream {
        let (name, pattern) = (&self.name, self.pattern());
        let kit = quote!(::rules_judge_engine::game_kit::running);
        if !self.is_seen() {
            let any = self.payload.as_ref().map(|_| quote!((_)));
            return quote!(#held::#name #any => return None,);
        }
        match &self.payload {
            None => quote!(#held::#name => #seen::#name,),
            Some(payload) if payload.is_text() => quote! {
                #held::#name(text) => {
                    let (of, number) = named(&#kit::Begun::<#game>::text(text).ability);
                    #seen::#name { number, of }
                }
            },
            Some(Payload { name: field, of, .. }) => quote! {
                #held::#name #pattern => #seen::#name {
                    #field: <#of as #kit::EffectFact<#game>>::seen(#field, game.pool),
                },
            },
        }
    }
}

/// A kind of effect that many games have and positions of this game write as one word.
struct With {
    docs: Vec<Attribute>,
    name: Ident,
    /// Its form; without one, the word has that of the kit.
    form: Option<Type>,
    /// The kind of influence.
    influence: Ident,
}

impl Parse for With {
    fn parse(input: ParseStream<'_>) -> syn::Result<With> {
        let docs = input.call(Attribute::parse_outer)?;
        let name: Ident = input.parse()?;
        let form = input.peek(syn::token::Paren).then(|| {
            let body;
            parenthesized!(body in input);
            body.parse()
        });
        let influence = input.parse::<Option<Token![for]>>()?.map(|_| input.parse()).transpose()?;
        input.parse::<Token![,]>()?;
        let influence = influence.unwrap_or_else(|| name.clone());
        Ok(With { docs, name, form: form.transpose()?, influence })
    }
}

/// An enum that the declaration makes.
struct Made {
    docs: Vec<Attribute>,
    name: Ident,
}

/// The words of positions.
enum Said {
    /// The game's own; the type of the state that they write.
    Own(Made, Ident),
    /// Those of all games first, then these, then the game's own.
    WithCommon(Made, Vec<With>),
}

/// The whole declaration.
pub(crate) struct Effects {
    game: Path,
    held: Option<Made>,
    said: Option<Said>,
    /// The kinds of views, with the name of the enum of all kinds.
    seen: Option<(Made, Ident)>,
    rows: Vec<Row>,
}

impl Parse for Effects {
    fn parse(input: ParseStream<'_>) -> syn::Result<Effects> {
        let game = input.parse()?;
        input.parse::<Token![;]>()?;
        let (mut held, mut said, mut with, mut seen) = (None, None, None, None);
        let is_head = |input: ParseStream<'_>| -> syn::Result<bool> {
            let ahead = input.fork();
            ahead.call(Attribute::parse_outer)?;
            Ok(ahead.peek(word::held) || ahead.peek(word::said) || ahead.peek(word::seen))
        };
        while is_head(input)? {
            let docs = input.call(Attribute::parse_outer)?;
            if input.parse::<Option<word::held>>()?.is_some() {
                held = Some(Made { docs, name: input.parse()? });
            } else if input.parse::<Option<word::said>>()?.is_some() {
                said = Some(Made { docs, name: input.parse()? });
                if input.parse::<Option<word::with>>()?.is_some() {
                    let body;
                    braced!(body in input);
                    let mut words = Vec::new();
                    while !body.is_empty() {
                        words.push(body.parse()?);
                    }
                    with = Some(words);
                }
            } else {
                input.parse::<word::seen>()?;
                let name = input.parse()?;
                input.parse::<Token![in]>()?;
                seen = Some((Made { docs, name }, input.parse()?));
            }
            input.parse::<Token![;]>()?;
        }
        let mut rows = Vec::new();
        while !input.is_empty() {
            rows.push(input.parse::<Row>()?);
        }
        if let Some(row) = rows.first().filter(|_| held.is_none()) {
            return Err(Error::new(row.name.span(), "the declaration names no type of the state (`held`)"));
        }
        if let Some(row) = rows.iter().find(|row| seen.is_none() && row.is_seen()) {
            return Err(Error::new(row.name.span(), "say as what views show it (`as`), or name `seen`"));
        }
        let said = match (said, with, &held) {
            (None, ..) => None,
            (Some(said), Some(with), _) => Some(Said::WithCommon(said, with)),
            (Some(said), None, Some(held)) => Some(Said::Own(said, held.name.clone())),
            (Some(said), None, None) => {
                let why =
                    "its words are those of a type of the state (`held`), or those of all games (`with`)";
                return Err(Error::new(said.name.span(), why));
            }
        };
        Ok(Effects { game, held, said, seen, rows })
    }
}

impl Effects {
    /// Everything that follows from the declaration.
    pub(crate) fn tokens(&self) -> TokenStream {
        let mut tokens = TokenStream::new();
        tokens.extend(self.held.as_ref().map(|held| self.state(held)));
        if let Some(said) = &self.said {
            tokens.extend(match said {
                Said::Own(said, held) => self.own(said, held),
                Said::WithCommon(said, with) => self.with_common(said, with),
            });
        }
        let seen = self.seen.as_ref().zip(self.held.as_ref());
        tokens.extend(seen.map(|((seen, all), held)| self.view(seen, all, &held.name)));
        tokens
    }

    /// The kinds in the state, and what they are about.
    fn state(&self, Made { docs, name: held }: &Made) -> TokenStream {
        let (game, kit) = (&self.game, quote!(::rules_judge_engine::game_kit::running));
        let (ability, topical) = (ability(game), quote!(::rules_judge_engine::abilities::topics::Topical));
        let kinds = self.rows.iter().map(Row::held);
        let (mut about, mut text, mut waits) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
        for row in &self.rows {
            let name = &row.name;
            let any = row.payload.as_ref().map(|_| quote!((_)));
            about.extend(match (&row.about, &row.payload) {
                (Some(topics), _) => quote!(#held::#name #any => #topics,),
                (None, Some(_)) => quote!(#held::#name(held) => #topical::topics(held),),
                (None, None) => Error::new(name.span(), "say its topics (`about`)").into_compile_error(),
            });
            let begun = row.payload.as_ref().is_some_and(Payload::is_text);
            text.extend(match begun {
                true => quote!(#held::#name(text) => Some(#kit::Begun::<#game>::text(text)),),
                false => quote!(#held::#name #any => None,),
            });
            let is_later = row.common.as_ref().is_some_and(|common| common == "Later");
            waits.extend(match is_later {
                true => quote!(#held::#name(text) => Some(#kit::Begun::<#game>::text(text).ability),),
                false => quote!(#held::#name #any => None,),
            });
        }
        quote! {
            #(#docs)*
            #[::rules_judge_engine::kernel::wire(::rules_judge_engine::kernel::MapCards)]
            pub enum #held { #(#kinds)* }

            impl #topical for #held {
                fn topics(&self) -> u64 {
                    match self { #about }
                }
            }

            impl #held {
                /// The sentence that began it, if it holds one.
                pub fn text(&self) -> Option<&::rules_judge_engine::abilities::lasting::Text<#game>> {
                    match self { #text }
                }

                /// The ability that waits for its moment.
                pub fn waiting(&self) -> Option<#ability> {
                    match self { #waits }
                }
            }
        }
    }

    /// The words of positions that only the game has.
    fn own(&self, Made { docs, name: said }: &Made, held: &Ident) -> TokenStream {
        let game = &self.game;
        let words = self.rows.iter().filter(|row| row.is_said()).map(|row| row.said(game));
        let into_said = self.rows.iter().map(|row| row.into_said(held, said, game));
        let into_held = self.rows.iter().filter_map(|row| {
            let (name, pattern, value) = (&row.name, row.pattern(), row.held_value(held, game)?);
            Some(quote!(#said::#name #pattern => #value,))
        });
        let cards = self.rows.iter().filter_map(|row| row.card(said, game));
        let pool = quote!(<#game as ::rules_judge_engine::kernel::Game>::Pool);
        quote! {
            #(#docs)*
            #[::rules_judge_engine::kernel::wire]
            pub enum #said { #(#words)* }

            #[allow(unused_variables)]
            impl ::rules_judge_engine::game_kit::running::OwnWord<#game> for #said {
                fn held(&self, pool: &#pool) -> Option<#held> {
                    Some(match self { #(#into_held)* })
                }

                fn of(pool: &#pool, held: &#held) -> Option<#said> {
                    Some(match held { #(#into_said)* })
                }

                fn card(&self) -> Option<(&'static str, &str)> {
                    match self { #(#cards)* }
                }
            }
        }
    }

    /// The words of positions: those that all games have, those that many have, those of the game.
    fn with_common(&self, Made { docs, name: said }: &Made, with: &[With]) -> TokenStream {
        let game = &self.game;
        let kit = quote!(::rules_judge_engine::game_kit::running);
        let kernel = quote!(::rules_judge_engine::kernel);
        let influence = quote!(::rules_judge_engine::abilities::lasting::Influence);
        let (pool, ability) = (quote!(<#game as #kernel::Game>::Pool), ability(game));
        let own = self.rows.iter().filter(|row| row.is_said());
        let own_words = own.map(|row| row.said(game));
        let common_words = with.iter().map(|With { docs, name, form, .. }| {
            let form = form.as_ref().map(|form| quote!((#form)));
            quote!(#(#docs)* #name #form,)
        });
        let (mut held, mut of, mut cards) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
        let mut missing = vec!["GrantAbility", "Forbid", "Allow"];
        for With { name, form, influence: kind, .. } in with {
            let Some(form) = form else { continue };
            let written = match kind == "GrantAbility" {
                true => quote!(<#form as #kit::Written<#game, #ability>>),
                false => sentence(form, game),
            };
            missing.retain(|other| *kind != other);
            let at = format!("{}/card", snake(&name.to_string()));
            cards.extend(quote!(#said::#name(said) => Some((#at, #written::card(said))),));
            match kind.to_string().as_str() {
                "Forbid" => {
                    held.extend(quote! {
                        #said::#name(said) => {
                            let (text, chosen) = #written::held(said, pool)?;
                            #influence::Forbid(text, chosen)
                        }
                    });
                    of.extend(quote! {
                        #influence::Forbid(text, chosen) => {
                            #said::#name(#written::of(pool, &(text.clone(), *chosen))?)
                        }
                    });
                }
                "Allow" => {
                    held.extend(quote! {
                        #said::#name(said) => #influence::Allow(#written::held(said, pool)?.0),
                    });
                    of.extend(quote! {
                        #influence::Allow(text) => #said::#name(#written::of(pool, &(text.clone(), 0))?),
                    });
                }
                _ => {
                    held.extend(quote! {
                        #said::#name(said) => #influence::#kind(#written::held(said, pool)?),
                    });
                    of.extend(quote!(#influence::#kind(held) => #said::#name(#written::of(pool, held)?),));
                }
            }
        }
        for kind in missing {
            let kind = format_ident!("{kind}");
            of.extend(quote!(#influence::#kind(..) => return None,));
        }
        match self.held.as_ref().map(|held| &held.name) {
            None => of.extend(quote!(#influence::Own(_) => return None,)),
            Some(own) => {
                for row in &self.rows {
                    let (name, pattern) = (&row.name, row.pattern());
                    let value = row.held_value(own, game);
                    held.extend(value.map(|own| quote!(#said::#name #pattern => #influence::Own(#own),)));
                    cards.extend(row.card(said, game));
                }
                let arms = self.rows.iter().map(|row| row.into_said(own, said, game));
                of.extend(quote!(#influence::Own(own) => match own { #(#arms)* },));
            }
        }
        quote! {
            #kit::does! {
                #(#docs)*
                #[::rules_judge_engine::kernel::wire]
                pub enum #said[]: #game { #(#common_words)* #(#own_words)* }
                by pool: &#pool;
                influence { #held }
                of { #of }
                card { #cards }
            }
        }
    }

    /// What views show: the kinds that only the game has, and all kinds.
    fn view(&self, Made { docs, name: seen }: &Made, all: &Ident, held: &Ident) -> TokenStream {
        let game = &self.game;
        let kinds = self.rows.iter().filter(|row| row.is_seen()).map(|row| row.seen(game));
        let arms = self.rows.iter().map(|row| row.into_seen(held, seen, game));
        let influence = quote!(::rules_judge_engine::abilities::lasting::Influence);
        let ability = ability(game);
        let shown = quote!(#[derive(
            Debug, Clone, PartialEq, Eq, ::serde::Serialize, ::rules_judge_engine::schema::JsonSchema,
        )]);
        quote! {
            #(#docs)*
            #shown
            #[serde(tag = "kind", rename_all = "snake_case")]
            pub enum #seen { #(#kinds)* }

            /// What a running effect does.
            #shown
            #[serde(untagged)]
            pub enum #all {
                /// What effects of many games do.
                Common(::rules_judge_engine::game_kit::view::Does<#game>),
                /// What only those of this book do.
                Own(#seen),
            }

            impl #all {
                /// The view of an influence; `named` gives the card's id and the number of an ability.
                pub fn of(
                    game: &::rules_judge_engine::kernel::Match<'_, #game>,
                    influence: &#influence<#game>,
                    named: impl Fn(&#ability) -> (::smol_str::SmolStr, Option<u8>) + Copy,
                ) -> Option<#all> {
                    let own = match influence {
                        #influence::Own(own) => #seen::of(game, own, named),
                        _ => None,
                    };
                    let common = || ::rules_judge_engine::game_kit::view::Does::of(game, influence, named);
                    own.map(#all::Own).or_else(|| common().map(#all::Common))
                }
            }

            impl #seen {
                #[allow(unused_variables)]
                fn of(
                    game: &::rules_judge_engine::kernel::Match<'_, #game>,
                    own: &#held,
                    named: impl Fn(&#ability) -> (::smol_str::SmolStr, Option<u8>),
                ) -> Option<#seen> {
                    Some(match own { #(#arms)* })
                }
            }
        }
    }
}

/// The trait by which a position writes a sentence in this form.
fn sentence(form: &Type, game: &Path) -> TokenStream {
    let text = quote!(::rules_judge_engine::abilities::lasting::Text<#game>);
    quote!(<#form as ::rules_judge_engine::game_kit::running::Written<#game, (#text, i64)>>)
}

/// The type of a game's names of abilities.
fn ability(game: &Path) -> TokenStream {
    quote!(<#game as ::rules_judge_engine::abilities::Language>::Ability)
}
