//! The part of `things!` that declares what a player has.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Ident, LitStr, Path, Token, Type};

use crate::is_option;
use crate::things::{documentation, inner, seen_docs, word};

/// Who sees the faces of the cards in a zone.
#[derive(Clone, Copy)]
enum Faces {
    Everybody,
    Owner,
    Nobody,
}

/// What a row declares.
enum Kind {
    /// Cards that lie open, each a thing with a view of its own.
    Things { of: Type, view: Ident, zone: Path },
    /// A list of cards.
    Pile { of: Type, zone: Path },
    /// A zone that neither positions nor views have.
    Unsaid { zone: Path },
    /// A fact, which the state holds for each player.
    Fact { of: Type },
    /// What views compute.
    Derived { of: Type, path: Path },
}

/// One row: a zone or a fact of a player.
struct Row {
    docs: Vec<Attribute>,
    seen_doc: Option<LitStr>,
    faces: Faces,
    name: Ident,
    kind: Kind,
    /// The rule by which the faces in a zone are seen.
    rule: Option<LitStr>,
}

fn faces(word: &Ident) -> syn::Result<Faces> {
    match word.to_string().as_str() {
        "open" => Ok(Faces::Everybody),
        "owner" => Ok(Faces::Owner),
        "sealed" => Ok(Faces::Nobody),
        _ => Err(Error::new(word.span(), "say first who sees it: open, owner or sealed")),
    }
}

impl Parse for Row {
    fn parse(input: ParseStream<'_>) -> syn::Result<Row> {
        let (docs, _, seen_doc) = documentation(input)?;
        let faces = faces(&input.parse()?)?;
        let derived = input.parse::<Option<word::derived>>()?.is_some();
        let unsaid = input.parse::<Option<word::unsaid>>()?.is_some();
        let name: Ident = input.parse()?;
        let (kind, rule) = if unsaid {
            input.parse::<Token![in]>()?;
            let zone = input.parse()?;
            input.parse::<word::by>()?;
            (Kind::Unsaid { zone }, Some(input.parse()?))
        } else {
            input.parse::<Token![:]>()?;
            let of: Type = input.parse()?;
            let view = match input.parse::<Option<Token![as]>>()? {
                Some(_) => Some(input.parse()?),
                None => None,
            };
            if derived {
                input.parse::<Token![=]>()?;
                (Kind::Derived { of, path: input.parse()? }, None)
            } else if input.parse::<Option<Token![in]>>()?.is_some() {
                let zone = input.parse()?;
                input.parse::<word::by>()?;
                let kind = match view {
                    Some(view) => Kind::Things { of, view, zone },
                    None => Kind::Pile { of, zone },
                };
                (kind, Some(input.parse()?))
            } else {
                (Kind::Fact { of }, None)
            }
        };
        if rule.is_none() && !matches!(faces, Faces::Everybody) {
            return Err(Error::new(name.span(), "only the faces of a zone can be hidden"));
        }
        input.parse::<Token![,]>()?;
        Ok(Row { docs, seen_doc, faces, name, kind, rule })
    }
}

/// What a player has.
pub(crate) struct Player {
    docs: Vec<Attribute>,
    seen_doc: Option<LitStr>,
    said: Ident,
    seen: Ident,
    rows: Vec<Row>,
}

impl Player {
    /// The views of cards in zones that are not open.
    pub(crate) fn hidden_views(&self) -> impl Iterator<Item = &Ident> {
        self.rows.iter().filter_map(|row| match (&row.kind, row.faces) {
            (Kind::Things { view, .. }, Faces::Owner | Faces::Nobody) => Some(view),
            _ => None,
        })
    }

    /// Reads what follows the word `player`.
    pub(crate) fn parse(
        input: ParseStream<'_>,
        docs: Vec<Attribute>,
        seen_doc: Option<LitStr>,
    ) -> syn::Result<Player> {
        let said = input.parse()?;
        input.parse::<Token![,]>()?;
        let seen = input.parse()?;
        let body;
        syn::braced!(body in input);
        let mut rows = Vec::new();
        while !body.is_empty() {
            rows.push(body.parse()?);
        }
        Ok(Player { docs, seen_doc, said, seen, rows })
    }

    /// Everything that follows from the declaration.
    pub(crate) fn tokens(&self, game: &Path) -> TokenStream {
        let mut tokens = self.position(game);
        tokens.extend(self.view(game));
        tokens.extend(self.sees(game));
        tokens
    }

    /// What a position says of a player, how it is read off a table, and how it is laid there.
    fn position(&self, game: &Path) -> TokenStream {
        let (docs, said) = (&self.docs, &self.said);
        let kit = quote!(::rules_judge_engine::game_kit);
        let kernel = quote!(::rules_judge_engine::kernel);
        let (mut fields, mut values, mut lays) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
        let (mut open, mut lists) = (TokenStream::new(), TokenStream::new());
        for Row { docs, name, kind, .. } in &self.rows {
            let word = name.to_string();
            let at = format!("/{name}");
            match kind {
                Kind::Things { of, zone, .. } => {
                    let (optional, value, ids);
                    if let Some(thing) = inner(of, "Option") {
                        optional = None;
                        value = quote! {
                            let mut cards = game.state.table.list(#zone.place().of(seat)).iter();
                            let said = <#thing as #kit::thing::Thing<#game>>::said;
                            cards.next().map(|card| said(builder, *card))
                        };
                        ids = quote!(#at.to_owned());
                    } else {
                        optional = Some(quote!(#[optional(told)]));
                        value = quote! {
                            let cards = game.state.table.list(#zone.place().of(seat)).iter();
                            cards.map(|card| <_ as #kit::thing::Thing<#game>>::said(builder, *card)).collect()
                        };
                        ids = quote!(format!("{}/{index}", #at));
                    }
                    fields.extend(quote!(#(#docs)* #optional pub #name: #of,));
                    values.extend(quote!(#name: { #value },));
                    lays.extend(quote! {
                        for thing in self.#name.iter() {
                            let laid = #kit::thing::Laid::by(seat, #zone.place().of(seat));
                            <_ as #kit::thing::Thing<#game>>::lay(thing, pool, state, laid);
                        }
                    });
                    open.extend(quote! {
                        #[allow(unused_variables)]
                        for (index, thing) in self.#name.iter().enumerate() {
                            let ids = <_ as #kit::thing::Thing<#game>>::ids(thing).into_iter();
                            open.extend(ids.map(|(more, id)| (#ids + &more, id)));
                        }
                    });
                }
                Kind::Pile { of, zone } => {
                    fields.extend(quote!(#(#docs)* #[optional(told)] pub #name: #of,));
                    values.extend(quote! {
                        #name: builder.pile(
                            &format!("/players/{}{}", seat.number(), #at),
                            #zone.place().of(seat),
                        ),
                    });
                    lays.extend(
                        quote!(#kit::position::lay(state, pool, seat, #zone.place().of(seat), &self.#name);),
                    );
                    lists.extend(quote!((#word, &self.#name),));
                }
                Kind::Fact { of } => {
                    let optional = (!is_option(of)).then(|| quote!(#[optional(told)]));
                    let said = quote!(<#of as #kit::thing::StateFact<#game>>::Said);
                    fields.extend(quote!(#(#docs)* #optional pub #name: #said,));
                    values.extend(quote! {
                        #name: #kit::thing::StateFact::said(game.state.facts.#name.get(seat), &game.state),
                    });
                    lays.extend(quote! {
                        let fact = <#of as #kit::thing::StateFact<#game>>::held(&self.#name, state);
                        *state.facts.#name.get_mut(seat) = fact;
                    });
                }
                Kind::Unsaid { .. } | Kind::Derived { .. } => {}
            }
        }
        quote! {
            #(#docs)*
            #[#kernel::wire]
            pub struct #said { #fields }

            impl #said {
                /// What a position says of a player, whose cards get the next numbers.
                pub fn said(
                    builder: &mut #kit::position::PositionBuilder<'_, '_, #game>,
                    seat: #kernel::Seat,
                ) -> #said {
                    let game = builder.game;
                    #said { #values }
                }

                /// Lays the cards of a player, and writes the facts.
                pub fn lay(
                    &self,
                    pool: &<#game as #kernel::Game>::Pool,
                    state: &mut #kernel::State<#game>,
                    seat: #kernel::Seat,
                ) {
                    #lays
                }

                /// The cards that lie open before the player, in the order of their numbers: each with its
                /// pointer.
                pub fn open(&self) -> Vec<(String, &str)> {
                    let mut open = Vec::new();
                    #open
                    open
                }

                /// The lists of cards with their names, in the order in which their cards are numbered, after
                /// those that lie open.
                pub fn lists(&self) -> Vec<(&'static str, &#kit::pile::Pile)> {
                    vec![#lists]
                }
            }
        }
    }

    /// What a view shows of a player, in the order of the names.
    fn view(&self, game: &Path) -> TokenStream {
        let seen = &self.seen;
        let docs = seen_docs(&self.docs, self.seen_doc.as_ref());
        let kit = quote!(::rules_judge_engine::game_kit);
        let kernel = quote!(::rules_judge_engine::kernel);
        let mut rows: Vec<&Row> = self.rows.iter().collect();
        rows.sort_by_key(|row| row.name.to_string());
        let (mut fields, mut values) = (TokenStream::new(), TokenStream::new());
        for Row { docs, seen_doc, name, kind, .. } in rows {
            let (form, value) = match kind {
                Kind::Things { of, view, zone } => {
                    let cards = quote! {
                        let cards = game.state.table.list(#zone.place().of(seat)).iter();
                        let mut views = cards.map(|card| #view::of(game, reader, *card));
                    };
                    match is_option(of) {
                        true => (quote!(Option<#view<'m>>), quote!({ #cards views.next() })),
                        false => (quote!(Vec<#view<'m>>), quote!({ #cards views.by_ref().collect() })),
                    }
                }
                Kind::Pile { zone, .. } => (
                    quote!(#kit::view::PileView<'m>),
                    quote!(#kit::view::pile(game, reader, #zone.place().of(seat))),
                ),
                Kind::Fact { of } => (
                    quote!(<#of as #kit::thing::StateFact<#game>>::Seen),
                    quote!(#kit::thing::StateFact::seen(game.state.facts.#name.get(seat), &game.state)),
                ),
                Kind::Derived { of, path } => (quote!(#of), quote!(#path(game, seat))),
                Kind::Unsaid { .. } => continue,
            };
            let docs = seen_docs(docs, seen_doc.as_ref());
            fields.extend(quote!(#docs pub #name: #form,));
            values.extend(quote!(#name: #value,));
        }
        quote! {
            #docs
            #[derive(
                Debug, Clone, PartialEq, Eq, ::serde::Serialize, ::rules_judge_engine::schema::JsonSchema,
            )]
            pub struct #seen<'m> { #fields }

            impl<'m> #seen<'m> {
                /// The player's half as a reader sees it.
                pub fn of(
                    game: &'m #kernel::Match<'_, #game>,
                    reader: #kit::view::Reader,
                    seat: #kernel::Seat,
                ) -> Self {
                    #seen { #values }
                }
            }
        }
    }

    /// Who sees the faces in each zone. The match has no other arm, so that every zone says it.
    fn sees(&self, game: &Path) -> TokenStream {
        let kit = quote!(::rules_judge_engine::game_kit);
        let kernel = quote!(::rules_judge_engine::kernel);
        let (mut arms, mut piles, mut cites) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
        for Row { faces, name, kind, rule, .. } in &self.rows {
            let (Kind::Things { zone, .. } | Kind::Pile { zone, .. } | Kind::Unsaid { zone }) = kind else {
                continue;
            };
            let (own, word) = match faces {
                Faces::Everybody => (quote!(true), quote!(Everybody)),
                Faces::Owner => (quote!(is_own() || !game.in_force(cite!(#rule))), quote!(Owner)),
                Faces::Nobody => (quote!(!game.in_force(cite!(#rule))), quote!(Nobody)),
            };
            arms.extend(quote!(#zone => #own,));
            cites.extend(quote!(cite!(#rule),));
            if matches!(kind, Kind::Pile { .. }) {
                let name = name.to_string();
                piles.extend(quote!((#name, #kit::registered::Faces::#word),));
            }
        }
        quote! {
            /// The zones of a player that are lists of cards, in the order in which a position numbers them,
            /// with the viewers who see the faces there.
            pub const PILES: &[(&str, #kit::registered::Faces)] = &[#piles];

            // Open zones cite no rule when a face is looked for; the rules exist all the same.
            const _: &[::rules_judge_engine::verdict::Cite] = &[#cites];

            /// Whether a viewer sees the face of a card, by its zone.
            pub fn sees(
                game: &#kernel::Match<'_, #game>,
                viewer: #kernel::Viewer,
                lies: &#kernel::Lies<#game>,
            ) -> bool {
                let Some((zone, seat)) = #kit::zone::zone_of(game, lies.spot) else { return false };
                let is_own = || seat.is_some_and(|seat| viewer.is(seat));
                match zone { #arms }
            }
        }
    }
}
