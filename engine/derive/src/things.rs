//! The declaration of things that have state: `things!`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, GenericArgument, Ident, LitStr, Meta, Path, PathArguments, Token, Type, braced};

use crate::is_option;
use crate::player::{Player, Row};

pub(crate) mod word {
    syn::custom_keyword!(at);
    syn::custom_keyword!(by);
    syn::custom_keyword!(derived);
    syn::custom_keyword!(mark);
    syn::custom_keyword!(needed);
    syn::custom_keyword!(part);
    syn::custom_keyword!(player);
    syn::custom_keyword!(reader);
    syn::custom_keyword!(sealed);
    syn::custom_keyword!(shared);
    syn::custom_keyword!(thing);
    syn::custom_keyword!(under);
    syn::custom_keyword!(unsaid);
    syn::custom_keyword!(with);
}

/// Who sees a fact.
#[derive(Clone, Copy)]
enum Seer {
    /// A viewer who sees the thing.
    Open,
    /// A viewer who sees the face of the card.
    Face,
    /// Nobody: no view shows it.
    Unshown,
}

/// Where a fact comes from.
enum Origin {
    /// From the mark.
    Mark,
    /// From an aspect of the card.
    Aspect(Path),
    /// The cards that belong to the card in a role, each a thing with a view of its own.
    Members { view: Ident, role: Path },
    /// From a computation, which may take the reader; no position says it.
    Derived(Path, bool),
}

/// One fact.
struct Fact {
    /// The documentation.
    docs: Vec<Attribute>,
    /// Further attributes of the field in positions.
    further: Vec<Attribute>,
    /// The documentation in views, where it is another one.
    seen_doc: Option<LitStr>,
    seer: Seer,
    /// A position has to say it.
    needed: bool,
    name: Ident,
    of: Type,
    origin: Origin,
}

impl Fact {
    /// Reads a fact. A fact of a part `has_seer` of its own.
    fn parse(input: ParseStream<'_>, has_seer: bool) -> syn::Result<Fact> {
        let (docs, further, seen_doc) = documentation(input)?;
        let seer = if has_seer { seer(&input.parse()?)? } else { Seer::Open };
        let derived = input.parse::<Option<word::derived>>()?.is_some();
        let needed = input.parse::<Option<word::needed>>()?.is_some();
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        let of = input.parse()?;
        let origin = if derived {
            input.parse::<Token![=]>()?;
            let path = input.parse()?;
            let takes_reader = input.parse::<Option<Token![for]>>()?.is_some();
            if takes_reader {
                input.parse::<word::reader>()?;
            }
            Origin::Derived(path, takes_reader)
        } else if input.parse::<Option<Token![as]>>()?.is_some() {
            let view = input.parse()?;
            input.parse::<word::under>()?;
            Origin::Members { view, role: input.parse()? }
        } else if input.parse::<Option<Token![in]>>()?.is_some() {
            Origin::Aspect(input.parse()?)
        } else {
            Origin::Mark
        };
        input.parse::<Token![,]>()?;
        Ok(Fact { docs, further, seen_doc, seer, needed, name, of, origin })
    }

    /// The field of a position.
    fn said(&self, game: &Path) -> Option<TokenStream> {
        let (docs, further, name, of) = (&self.docs, &self.further, &self.name, &self.of);
        let said = |of: &Type| quote!(<#of as ::rules_judge_engine::game_kit::thing::StateFact<#game>>::Said);
        let form = match &self.origin {
            Origin::Derived(..) => return None,
            Origin::Aspect(_) | Origin::Members { .. } => quote!(#of),
            Origin::Mark => match inner(of, "Option") {
                // `#[wire]` sees by the name `Option` that the field may be left out.
                Some(of) => {
                    let said = said(of);
                    quote!(Option<#said>)
                }
                None => said(of),
            },
        };
        let optional = (!self.needed && !is_option(of)).then(|| quote!(#[optional(told)]));
        Some(quote!(#(#docs)* #(#further)* #optional pub #name: #form))
    }

    /// Whether it tells which card it is.
    fn is_face(&self) -> bool {
        let Origin::Aspect(aspect) = &self.origin else { return false };
        aspect.segments.last().is_some_and(|last| last.ident == "Face" || last.ident == "FaceIfSeen")
    }

    /// Whether it tells of a card which card it is that may lie face down.
    fn is_hidden_face(&self) -> bool {
        self.is_face() && is_option(&self.of)
    }

    /// The fields of a view: the name, the declaration, the value.
    fn seen(&self, game: &Path) -> Vec<(String, TokenStream, TokenStream)> {
        let kit = quote!(::rules_judge_engine::game_kit::thing);
        let (name, of, docs) = (&self.name, &self.of, &self.docs);
        let docs = seen_docs(docs, self.seen_doc.as_ref());
        let (form, value) = match &self.origin {
            Origin::Mark => (
                quote!(<#of as #kit::StateFact<#game>>::Seen),
                quote!(#kit::StateFact::seen(&mark.#name, &game.state)),
            ),
            Origin::Aspect(aspect) => (
                quote!(<#aspect as #kit::Aspect<#game>>::Seen<'m>),
                quote!(<#aspect as #kit::Aspect<#game>>::seen(game, reader, card)),
            ),
            Origin::Members { view, role } => {
                let views =
                    quote!(#kit::members(game, card, #role).map(|card| #view::of(game, reader, card)));
                match is_option(of) {
                    true => (quote!(Option<#view<'m>>), quote!({ let mut views = #views; views.next() })),
                    false => (quote!(Vec<#view<'m>>), quote!(#views.collect())),
                }
            }
            Origin::Derived(path, false) => (quote!(#of), quote!(#path(game, card))),
            Origin::Derived(path, true) => (quote!(#of), quote!(#path(game, reader, card))),
        };
        let is_face = self.is_face();
        let skip = quote!(#[serde(skip_serializing_if = "Option::is_none")]);
        let format = is_face.then(|| quote!(#[schemars(extend("format" = "card"))]));
        let mut fields = match self.seer {
            Seer::Unshown => return Vec::new(),
            Seer::Open => {
                vec![(name.to_string(), quote!(#docs #format pub #name: #form), quote!(#name: #value))]
            }
            Seer::Face => {
                // A view says of a card that it does not see which it is, and leaves out what follows.
                let skip = (!is_face).then_some(&skip);
                vec![(
                    name.to_string(),
                    quote!(#docs #format #skip pub #name: Option<#form>),
                    quote!(#name: if is_seen { Some(#value) } else { None }),
                )]
            }
        };
        if is_face {
            let docs = quote!(#[doc = " Its number on this table."]);
            let number = quote!(::rules_judge_engine::kernel::CardId);
            let (form, value) = match self.seer {
                Seer::Face => (quote!(#skip pub id: Option<#number>), quote!(id: is_seen.then_some(card))),
                Seer::Open | Seer::Unshown => (quote!(pub id: #number), quote!(id: card)),
            };
            fields.push(("id".to_owned(), quote!(#docs #form), value));
            let docs = quote!(#[doc = " Its name, where a language is asked for."]);
            fields.push((
                "name".to_owned(),
                quote!(#docs #skip pub name: Option<&'m str>),
                match self.seer {
                    Seer::Face => quote!(name: if is_seen { #kit::name(game, reader, card) } else { None }),
                    Seer::Open | Seer::Unshown => quote!(name: #kit::name(game, reader, card)),
                },
            ));
        }
        fields
    }
}

fn seer(word: &Ident) -> syn::Result<Seer> {
    match word.to_string().as_str() {
        "open" => Ok(Seer::Open),
        "face" => Ok(Seer::Face),
        "unshown" => Ok(Seer::Unshown),
        _ => Err(Error::new(word.span(), "say first who sees the fact: open, face or unshown")),
    }
}

/// Attributes, the documentation apart: that of the declaration, the others, that of views.
type Documented = (Vec<Attribute>, Vec<Attribute>, Option<LitStr>);

/// Reads the attributes before a declaration.
pub(crate) fn documentation(input: ParseStream<'_>) -> syn::Result<Documented> {
    let (mut docs, mut further, mut seen_doc) = (Vec::new(), Vec::new(), None);
    for attribute in input.call(Attribute::parse_outer)? {
        match &attribute.meta {
            Meta::NameValue(meta) if meta.path.is_ident("seen") => {
                let value = &meta.value;
                seen_doc = Some(syn::parse2(quote!(#value))?);
            }
            meta if meta.path().is_ident("doc") => docs.push(attribute),
            _ => further.push(attribute),
        }
    }
    Ok((docs, further, seen_doc))
}

/// The documentation in views.
pub(crate) fn seen_docs(docs: &[Attribute], seen_doc: Option<&LitStr>) -> TokenStream {
    seen_doc.map_or_else(|| quote!(#(#docs)*), |text| quote!(#[doc = #text]))
}

/// The type in a generic type of this name.
pub(crate) fn inner<'t>(of: &'t Type, name: &str) -> Option<&'t Type> {
    let Type::Path(path) = of else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(of) => Some(of),
        _ => None,
    }
}

/// A part of a mark that has facts of its own.
struct Part {
    docs: Vec<Attribute>,
    held: Ident,
    said: Ident,
    facts: Vec<Fact>,
}

/// A kind of card on the table.
struct Thing {
    docs: Vec<Attribute>,
    said: Ident,
    seen: Ident,
    facts: Vec<Fact>,
}

/// The whole declaration.
pub(crate) struct Things {
    game: Path,
    mark_docs: Vec<Attribute>,
    mark: Ident,
    parts: Vec<Part>,
    things: Vec<Thing>,
    player: Option<Player>,
    /// The zones that no player has.
    shared: Vec<Row>,
}

fn facts(input: ParseStream<'_>, has_seer: bool) -> syn::Result<Vec<Fact>> {
    let body;
    braced!(body in input);
    let mut facts = Vec::new();
    while !body.is_empty() {
        facts.push(Fact::parse(&body, has_seer)?);
    }
    Ok(facts)
}

impl Parse for Things {
    fn parse(input: ParseStream<'_>) -> syn::Result<Things> {
        let game = input.parse()?;
        input.parse::<Token![;]>()?;
        let mark_docs = input.call(Attribute::parse_outer)?;
        input.parse::<word::mark>()?;
        let mark = input.parse()?;
        input.parse::<Token![;]>()?;
        let (mut parts, mut things, mut player, mut shared) = (Vec::new(), Vec::new(), None, Vec::new());
        while !input.is_empty() {
            let (docs, _, seen_doc) = documentation(input)?;
            if input.parse::<Option<word::player>>()?.is_some() {
                player = Some(Player::parse(input, docs, seen_doc)?);
                continue;
            }
            if input.parse::<Option<word::shared>>()?.is_some() {
                let body;
                braced!(body in input);
                while !body.is_empty() {
                    shared.push(Row::parse_shared(&body)?);
                }
                continue;
            }
            if input.parse::<Option<word::part>>()?.is_some() {
                let held = input.parse()?;
                input.parse::<Token![as]>()?;
                parts.push(Part { docs, held, said: input.parse()?, facts: facts(input, false)? });
                continue;
            }
            input.parse::<word::thing>()?;
            let said = input.parse()?;
            input.parse::<Token![,]>()?;
            let seen = input.parse()?;
            things.push(Thing { docs, said, seen, facts: facts(input, true)? });
        }
        Ok(Things { game, mark_docs, mark, parts, things, player, shared })
    }
}

impl Things {
    /// Everything that follows from the declaration.
    pub(crate) fn tokens(&self) -> syn::Result<TokenStream> {
        let rows = self.player.iter().flat_map(|player| &player.rows).chain(&self.shared);
        for view in rows.filter_map(Row::hidden_view) {
            let things = self.things.iter().filter(|thing| thing.seen == *view);
            let mut facts = things.flat_map(|thing| &thing.facts);
            if let Some(fact) = facts.find(|fact| fact.is_face() && matches!(fact.seer, Seer::Open)) {
                return Err(Error::new(
                    fact.name.span(),
                    "a zone that is not open has it: `face`, not `open`",
                ));
            }
        }
        let mut facts = self.things.iter().flat_map(|thing| &thing.facts);
        if let Some(fact) = facts.find(|fact| fact.is_hidden_face() && !matches!(fact.seer, Seer::Face)) {
            return Err(Error::new(fact.name.span(), "a card that may lie face down has it: `face`"));
        }
        let mut tokens = self.mark()?;
        tokens.extend(self.parts.iter().map(|part| self.part(part)));
        for thing in &self.things {
            tokens.extend(self.position(thing));
            tokens.extend(self.view(thing));
        }
        tokens.extend(self.player.iter().map(|player| player.tokens(&self.game, &self.shared)));
        Ok(tokens)
    }

    /// The mark: the facts of all things that come from it, each once.
    fn mark(&self) -> syn::Result<TokenStream> {
        let (docs, mark) = (&self.mark_docs, &self.mark);
        let mut facts: Vec<&Fact> = Vec::new();
        let all = self.things.iter().flat_map(|thing| &thing.facts);
        for fact in all.filter(|fact| matches!(fact.origin, Origin::Mark)) {
            match facts.iter().find(|other| other.name == fact.name) {
                None => facts.push(fact),
                Some(other) if other.of == fact.of => {}
                Some(_) => return Err(Error::new(fact.name.span(), "the fact has another type above")),
            }
        }
        let fields = facts.into_iter().map(|Fact { docs, name, of, .. }| quote!(#(#docs)* pub #name: #of));
        Ok(quote! {
            #(#docs)*
            #[::rules_judge_engine::kernel::held(Copy, Default)]
            pub struct #mark { #(#fields),* }
        })
    }

    fn part(&self, Part { docs, held, said, facts }: &Part) -> TokenStream {
        let game = &self.game;
        let (fields, forms) = (facts.iter(), facts.iter().filter_map(|fact| fact.said(game)));
        let fields = fields.map(|Fact { docs, name, of, .. }| quote!(#(#docs)* pub #name: #of));
        let names: Vec<_> = facts.iter().map(|fact| &fact.name).collect();
        let kit = quote!(::rules_judge_engine::game_kit::thing);
        quote! {
            #(#docs)*
            #[::rules_judge_engine::kernel::held(Copy)]
            pub struct #held { #(#fields),* }

            #(#docs)*
            #[::rules_judge_engine::kernel::wire]
            pub struct #said { #(#forms),* }

            impl #kit::StateFact<#game> for #held {
                type Said = #said;
                type Seen = #said;

                fn said(&self, state: &::rules_judge_engine::kernel::State<#game>) -> #said {
                    #said { #( #names: #kit::StateFact::said(&self.#names, state) ),* }
                }

                fn held(said: &#said, state: &::rules_judge_engine::kernel::State<#game>) -> #held {
                    #held { #( #names: #kit::StateFact::held(&said.#names, state) ),* }
                }
            }
        }
    }

    /// What a position says of a thing, how it is read off a table, and how it is laid there.
    fn position(&self, Thing { docs, said, facts, .. }: &Thing) -> TokenStream {
        let (game, mark) = (&self.game, &self.mark);
        let kit = quote!(::rules_judge_engine::game_kit::thing);
        let fields = facts.iter().filter_map(|fact| fact.said(game));
        let (mut values, mut marked) = (TokenStream::new(), TokenStream::new());
        let (mut before, mut after, mut ids) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
        for Fact { name, of, origin, .. } in facts {
            match origin {
                Origin::Mark => {
                    values.extend(quote!(#name: #kit::StateFact::said(&mark.#name, &game.state),));
                    marked.extend(quote!(#name: #kit::StateFact::held(&self.#name, state),));
                }
                Origin::Aspect(aspect) => {
                    let aspect = quote!(<#aspect as #kit::Aspect<#game>>);
                    let pointer = format!("/{name}");
                    values.extend(quote!(#name: #aspect::said(builder, card),));
                    before.extend(quote!(#aspect::before(&self.#name, pool, &mut laid);));
                    after.extend(quote!(#aspect::after(&self.#name, pool, state, card);));
                    ids.extend(quote!(#aspect::ids(&self.#name, #pointer, &mut ids);));
                }
                Origin::Members { role, .. } => {
                    let pointer = format!("/{name}");
                    let things = quote! {
                        let mut things = #kit::members(game, card, #role)
                            .map(|card| <_ as #kit::Thing<#game>>::said(builder, card));
                    };
                    let (taken, at) = match is_option(of) {
                        true => (quote!(things.next()), quote!(#pointer.to_owned())),
                        false => (quote!(things.by_ref().collect()), quote!(format!("{}/{index}", #pointer))),
                    };
                    values.extend(quote!(#name: { #things #taken },));
                    after.extend(quote! {
                        for thing in self.#name.iter() {
                            let laid = #kit::Laid::under(state, card, #role);
                            <_ as #kit::Thing<#game>>::lay(thing, pool, state, laid);
                        }
                    });
                    ids.extend(quote! {
                        #[allow(unused_variables)]
                        for (index, thing) in self.#name.iter().enumerate() {
                            let more = <_ as #kit::Thing<#game>>::ids(thing).into_iter();
                            ids.extend(more.map(|(more, id)| (#at + &more, id)));
                        }
                    });
                }
                Origin::Derived(..) => {}
            }
        }
        quote! {
            #(#docs)*
            #[::rules_judge_engine::kernel::wire]
            pub struct #said { #(#fields),* }

            impl #kit::Thing<#game> for #said {
                fn said(
                    builder: &mut ::rules_judge_engine::game_kit::position::PositionBuilder<'_, '_, #game>,
                    card: ::rules_judge_engine::kernel::CardId,
                ) -> #said {
                    let game = builder.game;
                    let mark = ::rules_judge_engine::game_kit::zone::mark(game, card);
                    #said { #values }
                }

                // A thing may have every fact of the mark.
                #[allow(clippy::needless_update)]
                fn mark(&self, state: &::rules_judge_engine::kernel::State<#game>) -> #mark {
                    #mark { #marked ..#mark::default() }
                }

                fn lay(
                    &self,
                    pool: &<#game as ::rules_judge_engine::kernel::Game>::Pool,
                    state: &mut ::rules_judge_engine::kernel::State<#game>,
                    mut laid: #kit::Laid<#game>,
                ) {
                    #before
                    let mark = <Self as #kit::Thing<#game>>::mark(self, state);
                    if let Some(card) = laid.put(state, mark) {
                        #after
                    }
                }

                fn ids(&self) -> Vec<(String, &str)> {
                    let mut ids = Vec::new();
                    #ids
                    ids
                }
            }
        }
    }

    /// What a view says of a thing, in the order of the names.
    fn view(&self, Thing { docs, seen, facts, .. }: &Thing) -> TokenStream {
        let game = &self.game;
        let mut all: Vec<_> = facts.iter().flat_map(|fact| fact.seen(game)).collect();
        all.sort_by(|(one, ..), (other, ..)| one.cmp(other));
        let fields = all.iter().map(|(_, field, _)| field);
        let values = all.iter().map(|(.., value)| value);
        let is_seen = facts
            .iter()
            .any(|fact| matches!(fact.seer, Seer::Face))
            .then(|| quote!(let is_seen = game.sees_card(reader.viewer, card) && game.state.is_known(card);));
        quote! {
            #(#docs)*
            #[derive(
                Debug, Clone, PartialEq, Eq, ::serde::Serialize, ::rules_judge_engine::schema::JsonSchema,
            )]
            pub struct #seen<'m> { #(#fields),* }

            impl<'m> #seen<'m> {
                /// The card as a reader sees it.
                pub fn of(
                    game: &'m ::rules_judge_engine::kernel::Match<'_, #game>,
                    reader: ::rules_judge_engine::game_kit::view::Reader,
                    card: ::rules_judge_engine::kernel::CardId,
                ) -> Self {
                    let mark = ::rules_judge_engine::game_kit::zone::mark(game, card);
                    #is_seen
                    #seen { #(#values),* }
                }
            }
        }
    }
}
