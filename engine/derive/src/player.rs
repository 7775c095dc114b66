//! The part of `things!` that declares what a player has, and the zones that no player has.

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
    /// A list of cards, which may have a view of its own.
    Pile { of: Type, view: Option<Ident>, zone: Path },
    /// A list of cards which everybody knows.
    Known { of: Type, view: Option<Ident>, zone: Path },
    /// What a type of the game reads off a table and lays there, in a zone or none.
    Holding { of: Type, holding: Path, zone: Option<Path> },
    /// A zone that neither positions nor views have.
    Unsaid { zone: Path },
    /// A fact, which the state holds for each player.
    Fact { of: Type },
    /// What views compute.
    Derived { of: Type, path: Path },
}

/// One row: a zone, or a fact of a player.
pub(crate) struct Row {
    docs: Vec<Attribute>,
    seen_doc: Option<LitStr>,
    faces: Faces,
    /// Only faces of cards with marks of which this is true are hidden.
    covered: Option<Path>,
    name: Ident,
    kind: Kind,
    /// The place of the zone of each player, where the zone has no `place`.
    place: Option<Path>,
    /// The rule by which the faces in a zone are seen.
    rule: Option<LitStr>,
    /// Where this is true of the table, the owner does not see them either, by this rule.
    sealed: Option<(Path, LitStr)>,
}

fn faces(word: &Ident) -> syn::Result<Faces> {
    match word.to_string().as_str() {
        "open" => Ok(Faces::Everybody),
        "owner" => Ok(Faces::Owner),
        "sealed" => Ok(Faces::Nobody),
        _ => Err(Error::new(word.span(), "say first who sees it: open, owner or sealed")),
    }
}

/// A zone with the rule by which the faces there are seen.
struct Zone {
    zone: Path,
    place: Option<Path>,
    rule: LitStr,
    sealed: Option<(Path, LitStr)>,
}

impl Parse for Zone {
    fn parse(input: ParseStream<'_>) -> syn::Result<Zone> {
        let zone = input.parse()?;
        let place = match input.parse::<Option<word::at>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        input.parse::<word::by>()?;
        let rule = input.parse()?;
        let sealed = match input.parse::<Option<word::sealed>>()? {
            Some(_) => {
                input.parse::<Token![if]>()?;
                let path = input.parse()?;
                input.parse::<word::by>()?;
                Some((path, input.parse()?))
            }
            None => None,
        };
        Ok(Zone { zone, place, rule, sealed })
    }
}

impl Parse for Row {
    fn parse(input: ParseStream<'_>) -> syn::Result<Row> {
        let (docs, _, seen_doc) = documentation(input)?;
        let faces = faces(&input.parse()?)?;
        let covered = match input.parse::<Option<Token![if]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        let derived = input.parse::<Option<word::derived>>()?.is_some();
        let unsaid = input.parse::<Option<word::unsaid>>()?.is_some();
        let name: Ident = input.parse()?;
        let of: Option<Type> = match unsaid {
            true => None,
            false => {
                input.parse::<Token![:]>()?;
                Some(input.parse()?)
            }
        };
        let view = match input.parse::<Option<Token![as]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        let holding = match input.parse::<Option<word::with>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        let zone: Option<Zone> = match input.parse::<Option<Token![in]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        let (zone, place, rule, sealed) = match zone {
            Some(Zone { zone, place, rule, sealed }) => (Some(zone), place, Some(rule), sealed),
            None => (None, None, None, None),
        };
        let kind = match (of, holding, zone, view) {
            (None, None, Some(zone), None) => Kind::Unsaid { zone },
            (Some(of), None, None, None) if derived => {
                input.parse::<Token![=]>()?;
                Kind::Derived { of, path: input.parse()? }
            }
            (Some(of), Some(holding), zone, None) => Kind::Holding { of, holding, zone },
            (Some(of), None, Some(zone), view) if is_named(&of, "Pile") => Kind::Pile { of, view, zone },
            (Some(of), None, Some(zone), view)
                if inner(&of, "Vec").is_some_and(|of| is_named(of, "String")) =>
            {
                if !matches!(faces, Faces::Everybody) {
                    return Err(Error::new(name.span(), "cards in a zone that is not open are a `Pile`"));
                }
                Kind::Known { of, view, zone }
            }
            (Some(of), None, Some(zone), Some(view)) => Kind::Things { of, view, zone },
            (Some(of), None, None, None) => Kind::Fact { of },
            _ => return Err(Error::new(name.span(), "this is neither a zone nor a fact of a player")),
        };
        if rule.is_none() && !matches!(faces, Faces::Everybody) {
            return Err(Error::new(name.span(), "only the faces of a zone can be hidden"));
        }
        if (covered.is_some() || sealed.is_some()) && !matches!(faces, Faces::Owner) {
            return Err(Error::new(name.span(), "a condition follows `owner`"));
        }
        input.parse::<Token![,]>()?;
        Ok(Row { docs, seen_doc, faces, covered, name, kind, place, rule, sealed })
    }
}

/// Whether a type has this name, without arguments.
fn is_named(of: &Type, name: &str) -> bool {
    matches!(of, Type::Path(path) if path.path.is_ident(name))
}

impl Row {
    /// Reads a zone that no player has.
    pub(crate) fn parse_shared(input: ParseStream<'_>) -> syn::Result<Row> {
        let row: Row = input.parse()?;
        match row.kind {
            Kind::Things { .. } | Kind::Unsaid { .. } => Ok(row),
            _ => Err(Error::new(row.name.span(), "players share zones of things, or of what nobody says")),
        }
    }

    /// The view of the cards in a zone that is not open.
    pub(crate) fn hidden_view(&self) -> Option<&Ident> {
        match (&self.kind, self.faces) {
            (Kind::Things { view, .. }, Faces::Owner | Faces::Nobody) => Some(view),
            _ => None,
        }
    }

    /// The zone.
    fn zone(&self) -> Option<&Path> {
        match &self.kind {
            Kind::Things { zone, .. }
            | Kind::Pile { zone, .. }
            | Kind::Known { zone, .. }
            | Kind::Unsaid { zone } => Some(zone),
            Kind::Holding { zone, .. } => zone.as_ref(),
            Kind::Fact { .. } | Kind::Derived { .. } => None,
        }
    }

    /// The place of the zone of the player `seat`.
    fn place(&self) -> TokenStream {
        match (&self.place, self.zone()) {
            (Some(place), _) => quote!(#place.of(seat)),
            (None, Some(zone)) => quote!(#zone.place().of(seat)),
            (None, None) => TokenStream::new(),
        }
    }

    /// Whether a viewer sees a face there, whose owner's it is.
    fn is_seen(&self) -> TokenStream {
        let rule = &self.rule;
        match (self.faces, &self.covered, &self.sealed) {
            (Faces::Everybody, ..) => quote!(true),
            (Faces::Nobody, ..) => quote!(!game.in_force(cite!(#rule))),
            (Faces::Owner, None, None) => quote!(is_own || !game.in_force(cite!(#rule))),
            (Faces::Owner, Some(covered), None) => {
                quote!(!#covered(&lies.mark) || is_own || !game.in_force(cite!(#rule)))
            }
            (Faces::Owner, None, Some((path, by))) => quote! {
                if is_own { !#path(game) || !game.in_force(cite!(#by)) } else { !game.in_force(cite!(#rule)) }
            },
            (Faces::Owner, Some(covered), Some((path, by))) => quote! {
                !#covered(&lies.mark)
                    || if is_own { !#path(game) || !game.in_force(cite!(#by)) }
                        else { !game.in_force(cite!(#rule)) }
            },
        }
    }
}

/// What a player has.
pub(crate) struct Player {
    docs: Vec<Attribute>,
    seen_doc: Option<LitStr>,
    said: Ident,
    seen: Ident,
    pub(crate) rows: Vec<Row>,
}

impl Player {
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
    pub(crate) fn tokens(&self, game: &Path, shared: &[Row]) -> TokenStream {
        let mut tokens = self.position(game);
        tokens.extend(self.view(game));
        tokens.extend(self.sees(game, shared));
        tokens
    }

    /// What a position says of a player, how it is read off a table, and how it is laid there.
    fn position(&self, game: &Path) -> TokenStream {
        let (docs, said) = (&self.docs, &self.said);
        let kit = quote!(::rules_judge_engine::game_kit);
        let kernel = quote!(::rules_judge_engine::kernel);
        let (mut fields, mut values, mut lays) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
        let (mut open, mut lists) = (TokenStream::new(), TokenStream::new());
        for row in &self.rows {
            let Row { docs, name, kind, .. } = row;
            let (word, place) = (name.to_string(), row.place());
            let at = format!("/{name}");
            match kind {
                Kind::Things { of, .. } => {
                    let (optional, value, ids);
                    if let Some(thing) = inner(of, "Option") {
                        optional = None;
                        value = quote! {
                            let mut cards = game.state.table.list(#place).iter();
                            let said = <#thing as #kit::thing::Thing<#game>>::said;
                            cards.next().map(|card| said(builder, *card))
                        };
                        ids = quote!(#at.to_owned());
                    } else {
                        optional = Some(quote!(#[optional(told)]));
                        value = quote! {
                            let cards = game.state.table.list(#place).iter();
                            cards.map(|card| <_ as #kit::thing::Thing<#game>>::said(builder, *card)).collect()
                        };
                        ids = quote!(format!("{}/{index}", #at));
                    }
                    fields.extend(quote!(#(#docs)* #optional pub #name: #of,));
                    values.extend(quote!(#name: { #value },));
                    lays.extend(quote! {
                        for thing in self.#name.iter() {
                            let laid = #kit::thing::Laid::by(seat, #place);
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
                Kind::Pile { of, .. } => {
                    fields.extend(quote!(#(#docs)* #[optional(told)] pub #name: #of,));
                    values.extend(quote! {
                        #name: builder.pile(&format!("/players/{}{}", seat.number(), #at), #place),
                    });
                    lays.extend(quote!(#kit::position::lay(state, pool, seat, #place, &self.#name);));
                    lists.extend(quote!(lists.extend([(#word.into(), &self.#name)]);));
                }
                Kind::Known { of, .. } => {
                    fields.extend(quote!(#(#docs)* #[optional(told)] pub #name: #of,));
                    values.extend(quote! {
                        #name: {
                            let cards = game.state.table.list(#place).iter();
                            cards.map(|card| builder.card(*card)).collect()
                        },
                    });
                    lays.extend(quote! {
                        let pile = self.#name.iter().cloned().map(Some).collect();
                        #kit::position::lay(state, pool, seat, #place, &pile);
                    });
                    open.extend(quote! {
                        let cards = self.#name.iter().enumerate();
                        open.extend(cards.map(|(index, id)| (format!("{}/{index}", #at), id.as_str())));
                    });
                }
                Kind::Holding { of, holding, .. } => {
                    let optional = (!is_option(of)).then(|| quote!(#[optional(told)]));
                    let holding = quote!(<#holding as #kit::thing::Holding<#game>>);
                    fields.extend(quote!(#(#docs)* #optional pub #name: #of,));
                    values.extend(quote! {
                        #name: #holding::said(builder, seat, &format!("/players/{}{}", seat.number(), #at)),
                    });
                    lays.extend(quote!(#holding::lay(&self.#name, pool, state, seat);));
                    lists.extend(quote!(lists.extend(#holding::lists(&self.#name, #word));));
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

                /// The cards that lie open before the player, each with its pointer. Those that are more than
                /// an id have the first numbers, in this order; those of a list of ids have theirs where the
                /// list stands among the piles.
                pub fn open(&self) -> Vec<(String, &str)> {
                    let mut open = Vec::new();
                    #open
                    open
                }

                /// The piles with their names, in the order in which their cards are numbered.
                pub fn lists(&self) -> Vec<(::std::borrow::Cow<'static, str>, &#kit::pile::Pile)> {
                    let mut lists = Vec::new();
                    #lists
                    lists
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
        for row in rows {
            let (Row { docs, seen_doc, name, kind, .. }, place) = (row, row.place());
            let (form, value) = match kind {
                Kind::Things { of, view, .. } => {
                    let cards = quote! {
                        let cards = game.state.table.list(#place).iter();
                        let mut views = cards.map(|card| #view::of(game, reader, *card));
                    };
                    match is_option(of) {
                        true => (quote!(Option<#view<'m>>), quote!({ #cards views.next() })),
                        false => (quote!(Vec<#view<'m>>), quote!({ #cards views.by_ref().collect() })),
                    }
                }
                Kind::Pile { view: Some(view), .. } | Kind::Known { view: Some(view), .. } => {
                    (quote!(#view<'m>), quote!(#view::of(game, reader, seat)))
                }
                Kind::Pile { view: None, .. } | Kind::Known { view: None, .. } => {
                    (quote!(#kit::view::PileView<'m>), quote!(#kit::view::pile(game, reader, #place)))
                }
                Kind::Holding { holding, .. } => {
                    let holding = quote!(<#holding as #kit::thing::Holding<#game>>);
                    (quote!(#holding::Seen<'m>), quote!(#holding::seen(game, reader, seat)))
                }
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
    fn sees(&self, game: &Path, shared: &[Row]) -> TokenStream {
        let kit = quote!(::rules_judge_engine::game_kit);
        let kernel = quote!(::rules_judge_engine::kernel);
        let (mut arms, mut piles, mut cites) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
        for row in self.rows.iter().chain(shared) {
            let (Some(zone), Row { faces, name, rule, .. }) = (row.zone(), row) else { continue };
            let word = match faces {
                Faces::Everybody => quote!(Everybody),
                Faces::Owner => quote!(Owner),
                Faces::Nobody => quote!(Nobody),
            };
            let is_seen = row.is_seen();
            arms.extend(quote!(#zone => #is_seen,));
            cites.extend(quote!(cite!(#rule),));
            if matches!(row.kind, Kind::Pile { .. } | Kind::Known { .. }) {
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
                let is_own = viewer.is(seat.unwrap_or(lies.owner));
                match zone { #arms }
            }
        }
    }
}
