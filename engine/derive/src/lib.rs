//! The derive macros of the engine: `#[derive(MapCards)]`, a visitor of all cards in plain data;
//! `#[derive(Keys)]`, the words of an enum on the wire; `#[derive(Part)]`, what follows from the fields of a
//! word; `#[class]`, classes of words; `#[derive(Topical)]`, the topics of what lasts; `#[derive(Union)]`,
//! unions field by field; `#[fields]`, the fields of an action; `#[wire]`, data on the wire; `#[held]`, plain
//! data in a state; `things!`, cards and players with their state, positions and views; `effects!`, running
//! effects likewise;
//! `#[derive(JsonSchema)]` and `#[derive(NoShape)]`, which generate nothing.
//!
//! The macros read the fields from the declaration, so that none can be forgotten: a field whose type does
//! not implement `MapCards` does not compile.

mod class;
mod effects;
mod part;
mod player;
mod things;
mod topical;
mod union;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Data, DeriveInput, Error, Field, Fields, Ident, LitStr, Path, PathArguments, Token, Type,
    Variant, parse_macro_input, parse_quote,
};

/// Stands in for the derive of `schemars` where schemas are not made: it takes the same attributes and writes
/// nothing.
#[proc_macro_derive(JsonSchema, attributes(schemars))]
pub fn no_schema(_: proc_macro::TokenStream) -> proc_macro::TokenStream {
    proc_macro::TokenStream::new()
}

/// As [`no_schema`], for the derive of `utoipa`.
#[proc_macro_derive(NoShape, attributes(schema))]
pub fn no_shape(_: proc_macro::TokenStream) -> proc_macro::TokenStream {
    proc_macro::TokenStream::new()
}

/// Implements `rules_judge_engine::kernel::MapCards`, field by field.
#[proc_macro_derive(MapCards)]
pub fn each_card(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    implementation(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Implements `rules_judge_engine::abilities::Part`: the parts of a word are its fields.
///
/// `#[part(of = Game)]` on a type names the language; without it, it is the first type parameter, or any
/// language. `#[part(refers_to = …)]` on a type: a name that the word uses. Each field is linted at its key,
/// a variant with one unnamed field at the variant's. Marks of a field or variant:
///
/// - `#[part(plain)]`: it is no word: it is not linted, and not asked whether it is open.
/// - `#[part(count)]`, `#[part(nonzero)]`: a number, and what it has to be.
/// - `#[part(what)]`: later sentences refer to these cards. A field `what` that is no `Option` needs no mark.
/// - `#[part(with = …)]`: the function that lints it, called with the lint and the field.
/// - `#[part(excluding(…))]`: names that it cannot refer to. `#[part(refers_to = …)]`: a name that it uses.
///
/// A variant can have `plain` and `refers_to` only, and `with`: the function gets all its fields, and no key.
#[proc_macro_derive(Part, attributes(part))]
pub fn part(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    part::implementation(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Implements `rules_judge_engine::abilities::topics::Topical`: `#[topics(…)]` on the type, or on each
/// variant, gives the topics; a variant without it has those of its only field.
#[proc_macro_derive(Topical, attributes(topics))]
pub fn topical(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    topical::implementation(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Declares a class of words of the ability language: `#[class(Name)]` on the trait of the class. It adds a
/// macro `Name!` that implements the trait, and `Part`, for an enum of such words: each method asks the word
/// that the enum holds. `by_object` asks it as a trait object, `list = …` names the function that lints a
/// list of words. Marks of a method:
///
/// - `#[word(costs)]`: it costs a look; without one left, the answer is the default of its type.
/// - `#[word(in_rows)]`: a row of the enum may answer `true` for its words.
/// - `#[word(is = …)]`: the enum itself answers with this.
/// - `#[word(part = …)]`: this method of `Part` asks it, and the method is left as it is.
#[proc_macro_attribute]
pub fn class(class: proc_macro::TokenStream, input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let class = parse_macro_input!(class as class::Class);
    let input = parse_macro_input!(input as syn::ItemTrait);
    class::implementation(&class, input).unwrap_or_else(Error::into_compile_error).into()
}

/// Implements `rules_judge_engine::kernel::Union`, field by field.
#[proc_macro_derive(Union)]
pub fn union(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    union::implementation(&input).unwrap_or_else(Error::into_compile_error).into()
}

fn implementation(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let body = match &input.data {
        Data::Struct(data) => {
            let fields = data.fields.members();
            quote! { #( ::rules_judge_engine::kernel::MapCards::each_card(&mut self.#fields, rename); )* }
        }
        Data::Enum(data) => {
            let arms = data.variants.iter().map(|variant| {
                let (variant, fields) = (&variant.ident, &variant.fields);
                let bound: Vec<_> = (0..fields.len()).map(|place| format_ident!("field_{place}")).collect();
                let fields = fields.members();
                quote! {
                    #name::#variant { #( #fields: ref mut #bound ),* } => {
                        #( ::rules_judge_engine::kernel::MapCards::each_card(#bound, rename); )*
                    }
                }
            });
            // An enum without variants has no pattern for a reference.
            quote! { match *self { #( #arms )* } }
        }
        Data::Union(_) => return Err(Error::new_spanned(input, "a union does not say what it holds")),
    };
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    Ok(quote! {
        impl #generics ::rules_judge_engine::kernel::MapCards for #name #arguments #bounds {
            #[allow(unused_variables)]
            fn each_card(&mut self, rename: &mut dyn ::rules_judge_engine::kernel::Rename) { #body }
        }
    })
}

/// Implements `rules_judge_engine::abilities::shorthand::Keys` for an enum on the wire: its words, as
/// `#[wire]` writes them.
#[proc_macro_derive(Keys)]
pub fn keys(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    with_keys(&input).unwrap_or_else(Error::into_compile_error).into()
}

fn with_keys(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(input, "only an enum is a choice of words"));
    };
    let words = data.variants.iter().map(word).collect::<syn::Result<Vec<String>>>()?;
    let (name, (generics, arguments, bounds)) = (&input.ident, input.generics.split_for_impl());
    Ok(quote! {
        impl #generics ::rules_judge_engine::abilities::shorthand::Keys for #name #arguments #bounds {
            const KEYS: &'static [&'static str] = &[#(#words),*];
        }
    })
}

/// Declares the fields of an action, or of an inner field: `#[fields]` on a struct.
///
/// A field that is an `Option`, or marked `#[optional]`, is left out at its default. The struct gets what
/// `#[wire]` gives, a bit and a JSON pointer for each field, and a reader from the slots of a shape.
#[proc_macro_attribute]
pub fn fields(_: proc_macro::TokenStream, input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    with_fields(input).unwrap_or_else(Error::into_compile_error).into()
}

/// Whether a field is optional. Such a field gets the attributes by which serde leaves it out at its default,
/// and loses the mark `#[optional]`.
fn prepare_optional(field: &mut Field) -> bool {
    let marked = |attribute: &Attribute| attribute.path().is_ident("optional");
    let optional = field.attrs.iter().any(marked) || is_option(&field.ty);
    field.attrs.retain(|attribute| !marked(attribute));
    if optional {
        field.attrs.push(parse_quote! {
            #[serde(
                default,
                skip_serializing_if = "::rules_judge_engine::game_kit::wire::is_default",
                deserialize_with = "::rules_judge_engine::game_kit::wire::maybe"
            )]
        });
        // The schema gives the default of a field that is left out.
        field.attrs.push(parse_quote! {
            #[schemars(skip_serializing_if = "::rules_judge_engine::game_kit::wire::never")]
        });
    }
    optional
}

/// The constant with the bit of a field.
fn bit_constant(ident: &Ident, wire: &str, place: u16) -> TokenStream {
    let bit = format_ident!("{}", ident.to_string().to_uppercase());
    let text = format!("The bit of `{wire}`.");
    quote! {
        #[doc = #text]
        pub const #bit: u16 = 1 << #place;
    }
}

fn with_fields(mut input: DeriveInput) -> syn::Result<TokenStream> {
    let name = input.ident.clone();
    let mut bits = TokenStream::new();
    let mut needed = 0_u16;
    let (mut pointers, mut reads) = (Vec::new(), Vec::new());
    let Data::Struct(data) = &mut input.data else {
        return Err(Error::new_spanned(input, "only a struct has fields"));
    };
    for (place, field) in data.fields.iter_mut().enumerate() {
        let Some(ident) = field.ident.clone() else {
            return Err(Error::new_spanned(field, "a field has a name"));
        };
        let optional = prepare_optional(field);
        let wire = renamed(&field.attrs)?.unwrap_or_else(|| ident.to_string());
        let place = u16::try_from(place).ok().filter(|place| *place < 16);
        let place = place.ok_or_else(|| Error::new_spanned(&ident, "there are at most 16 fields"))?;
        needed |= u16::from(!optional) << place;
        bits.extend(bit_constant(&ident, &wire, place));
        pointers.push(format!("/{wire}"));
        reads
            .push(quote! { #ident: ::rules_judge_engine::game_kit::fields::FromField::read(fields, #wire)? });
    }
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    Ok(quote! {
        #[derive(
            Debug,
            Clone,
            PartialEq,
            Eq,
            PartialOrd,
            Ord,
            ::rules_judge_engine::kernel::MapCards,
            ::serde::Serialize,
            ::serde::Deserialize,
            ::rules_judge_engine::schema::JsonSchema,
        )]
        #[serde(deny_unknown_fields)]
        #[schemars(transform = ::rules_judge_engine::game_kit::wire::may_say_nothing)]
        #input

        #[allow(dead_code)]
        impl #generics #name #arguments #bounds {
            #bits
        }

        impl #generics ::rules_judge_engine::game_kit::fields::Fielded for #name #arguments #bounds {
            const POINTERS: &'static [&'static str] = &[#(#pointers),*];

            const NEEDED: u16 = #needed;

            #[allow(unused_variables)]
            fn read_fields(fields: &::rules_judge_engine::game_kit::fields::Fields<'_>) -> Option<Self> {
                Some(#name { #(#reads),* })
            }
        }
    })
}

/// Declares things that have state, each fact once: what the mark of a card holds, what a position says,
/// what a view shows, and the translations between them.
///
/// ```text
/// things! {
///     Game;
///     /// What a card carries.
///     mark Mark;
///     /// A part of the mark with facts of its own: the type in the state, the one on the wire.
///     part Body as AsUnit { needed power: i64, }
///     /// A kind of card on the table: the type in positions, the one in views.
///     thing Standing, UnitView {
///         open needed card: String in Face,
///         open state: State,
///         unshown as_unit: Option<Body>,
///         open derived power: i64 = stat::power,
///     }
///     /// A card that may lie face down, with cards beneath it.
///     thing Covered, CoveredView {
///         open needed at: Coordinates in At,
///         face card: Option<String> in FaceIfSeen,
///         open below: Vec<Standing> as UnitView under Role::Below,
///     }
///     /// Zones that no player has.
///     shared {
///         owner if Mark::is_covered board: Vec<Covered> as CoveredView in Zone::Board by "1.1",
///     }
///     /// What a player has.
///     player Half, HalfView {
///         open field: Vec<Standing> as UnitView in Zone::Field by "1.2",
///         owner hand: Pile as HandView in Zone::Hand by "1.3",
///         sealed deck: Pile in Zone::Deck by "1.4",
///         owner costs: Pile in Zone::Costs by "1.5" sealed if is_strict by "1.6",
///         open removed: Vec<String> in Zone::Removed at REMOVED by "1.7",
///         owner rows: Vec<RowOf> with Rows in Zone::Row by "1.8",
///         open unsaid chain in Zone::Chain by "1.9",
///         open skips: Vec<Skipped>,
///     }
/// }
/// ```
///
/// A fact of a thing begins with who sees it: `open`, `face` (a viewer who sees the face of the card) or
/// `unshown`. Then it comes from the mark, where its type implements `game_kit::thing::StateFact`; from an
/// aspect of the card (`in`), with the type that it has in positions; from the cards that belong to the card
/// in a role (`as` their view, `under` the role); or it is `derived` by a function (`=`), which takes the
/// game, with `for reader` the reader, and the card. A position may leave a fact out that is not `needed`.
/// Views have their fields in the order of the names; `#[seen = "…"]` is the documentation there, where it is
/// another one. Which card it is that may lie face down (`FaceIfSeen`) is a `face` fact.
///
/// A zone begins with who sees the faces there, `open`, `owner` or `sealed`, and ends with the rule that
/// says so (`by`): a zone that says neither does not compile, nor one that is not open with cards whose
/// views show an `open` face. `owner if` a function of the mark: other faces are open. `sealed if` a
/// function of the game, with its rule: the owner does not see them then, either.
///
/// A zone holds things (`as` their view), a `Pile`, or a `Vec<String>`, of which everybody knows every card;
/// these two may have a view of their own (`as`), with a function `of`. `at` names the place of each player
/// where the zone has no function `place`. Positions and views lack an `unsaid` zone. What a `Holding`
/// (`with`) reads off the table is neither one zone nor a fact of the state. A `derived` row (`=`) is
/// computed for views from the game and the seat. Any other row is a fact that the state holds for each
/// player. Cards are numbered in the order of the rows. Of `shared` zones only the sight follows: the game
/// says, shows and lays their cards.
#[proc_macro]
pub fn things(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let things = parse_macro_input!(input as things::Things);
    things.tokens().unwrap_or_else(Error::into_compile_error).into()
}

/// Declares what running effects of a game do besides changing numbers, keywords and abilities, each kind
/// once: what the state holds, which word a position has for it, what a view shows, and the translations.
///
/// ```text
/// effects! {
///     Game;
///     /// What the state holds.
///     held GameInfluence;
///     /// The words of positions.
///     said OwnDoes;
///     /// The kinds of views; the second name is that of the enum of these and the common ones.
///     seen OwnDoesView in DoesView;
///
///     /// Demands something.
///     Must {
///         /// What.
///         what: Duty,
///     } about topics::DUTIES,
///     /// Asks for a payment, as a text says.
///     Toll {
///         /// Which ability of that card says it.
///         text: Text<Game>,
///     } said Sentence about topics::TOLLS,
///     /// Something that is done later.
///     Later { text: Made } as Later about topics::LATER,
/// }
/// ```
///
/// A kind holds nothing, or one thing, by whose name views show it; `game_kit::running::EffectFact` gives the
/// forms of its type in positions and views. If it is called `text`, its type is a
/// `game_kit::running::Begun`: views show the card and the number of the ability; a position has a word for
/// it only with the form of the sentence (`said`), a `game_kit::running::Written`. `as` names the kind that
/// games have in common as which views show it. `about` gives its topics; without it, they are those of what
/// it holds.
/// `#[said = "…"]` is the documentation in positions, where it is another one.
///
/// With `said Does with { … }` the words of positions begin with those that change numbers and keywords, and
/// continue with those in the braces: the documentation of `Lose`, then names with the forms of gained
/// abilities and sentences, `for` the kind of influence where that has another name.
#[proc_macro]
pub fn effects(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    parse_macro_input!(input as effects::Effects).tokens().into()
}

/// Further traits to derive.
type FurtherTraits = Punctuated<Path, Token![,]>;

/// Declares plain data in a state (`rules_judge_engine::kernel::Held`): `#[held]` on a type, with further
/// traits to derive in parentheses.
#[proc_macro_attribute]
pub fn held(further: proc_macro::TokenStream, input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let further = parse_macro_input!(further with FurtherTraits::parse_terminated);
    let input = parse_macro_input!(input as DeriveInput);
    let each_card: Path = parse_quote!(::rules_judge_engine::kernel::MapCards);
    plain(&input, further.iter().chain([&each_card])).into()
}

/// Declares data on the wire: `#[wire]` on a type, with further traits to derive in parentheses.
///
/// Names are snake case, and unknown fields are refused. A field that is an `Option`, or marked
/// `#[optional]`, is left out at its default; with `#[optional(told)]` the schema gives that default. A
/// struct with one unnamed field is written as that field. A word is a `Part<Game>`, or a `Part` of any
/// language (see `#[derive(Part)]`).
#[proc_macro_attribute]
pub fn wire(further: proc_macro::TokenStream, input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let mut further = parse_macro_input!(further with FurtherTraits::parse_terminated);
    let mut input = parse_macro_input!(input as DeriveInput);
    match &mut input.data {
        Data::Struct(data) => match &mut data.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                input.attrs.push(parse_quote!(#[serde(transparent)]));
            }
            Fields::Unnamed(_) => {}
            fields => {
                fields.iter_mut().for_each(leave_out_default);
                input.attrs.push(parse_quote!(#[serde(deny_unknown_fields)]));
            }
        },
        Data::Enum(data) => {
            input.attrs.push(parse_quote!(#[serde(rename_all = "snake_case")]));
            if data.variants.iter().any(|variant| !variant.fields.is_empty()) {
                input.attrs.push(parse_quote!(#[serde(deny_unknown_fields)]));
            }
            let fields = data.variants.iter_mut().flat_map(|variant| &mut variant.fields);
            fields.filter(|field| field.ident.is_some()).for_each(leave_out_default);
        }
        Data::Union(_) => {
            return Error::new_spanned(input, "a union has no form on the wire").into_compile_error().into();
        }
    }
    for path in &mut further {
        name_language(path, &mut input.attrs);
    }
    if !input.generics.params.is_empty() {
        let (name, parameters) = (input.ident.to_string(), &input.generics.params);
        let bound = quote!(#parameters).to_string();
        input.attrs.push(parse_quote!(#[serde(bound = "")]));
        input.attrs.push(parse_quote!(#[schemars(bound = #bound, rename = #name)]));
    }
    let schema: Path = parse_quote!(::rules_judge_engine::schema::JsonSchema);
    let mut tokens = plain(&input, further.iter().chain([&schema]));
    match spelled(&input) {
        Ok(words) => tokens.extend(words),
        Err(error) => tokens.extend(error.into_compile_error()),
    }
    tokens.into()
}

/// Writes `Part<Game>` as the derive and the attribute that names the game.
fn name_language(path: &mut Path, attributes: &mut Vec<Attribute>) {
    if let Some(last) = path.segments.last().filter(|last| last.ident == "Part") {
        if let PathArguments::AngleBracketed(arguments) = &last.arguments {
            let language = &arguments.args;
            attributes.push(parse_quote!(#[part(of = #language)]));
        }
        *path = parse_quote!(::rules_judge_engine::abilities::DerivePart);
    }
}

/// For an enum of words: the spelling of each.
fn spelled(input: &DeriveInput) -> syn::Result<Option<TokenStream>> {
    let Data::Enum(data) = &input.data else { return Ok(None) };
    let are_words = data.variants.iter().all(|variant| variant.fields.is_empty());
    if !are_words || data.variants.is_empty() || !input.generics.params.is_empty() {
        return Ok(None);
    }
    let name = &input.ident;
    let count = u32::try_from(data.variants.len()).map_err(|error| Error::new_spanned(name, error))?;
    let mut arms = TokenStream::new();
    for variant in &data.variants {
        let ident = &variant.ident;
        let word = word(variant)?;
        arms.extend(quote! { #name::#ident => #word, });
    }
    Ok(Some(quote! {
        impl ::rules_judge_engine::kernel::Spelled for #name {
            const COUNT: u32 = #count;

            fn word(&self) -> &'static str {
                match self { #arms }
            }
        }
    }))
}

/// The word of a variant on the wire.
fn word(variant: &Variant) -> syn::Result<String> {
    Ok(renamed(&variant.attrs)?.unwrap_or_else(|| snake(&variant.ident.to_string())))
}

/// A name in snake case, as serde writes it.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// The derives for data that can be copied, compared, ordered and serialised.
fn plain<'a>(input: &DeriveInput, further: impl Iterator<Item = &'a Path>) -> TokenStream {
    quote! {
        #[derive(
            Debug,
            Clone,
            PartialEq,
            Eq,
            PartialOrd,
            Ord,
            Hash,
            ::serde::Serialize,
            ::serde::Deserialize,
            #(#further),*
        )]
        #input
    }
}

/// Leaves a field out at its default. With `#[optional(told)]` the schema gives that default.
fn leave_out_default(field: &mut Field) {
    let marked = |attribute: &Attribute| attribute.path().is_ident("optional");
    let is_told =
        |attribute: &Attribute| attribute.parse_args::<Path>().is_ok_and(|word| word.is_ident("told"));
    let told = field.attrs.iter().any(|attribute| marked(attribute) && is_told(attribute));
    if field.attrs.iter().any(marked) || is_option(&field.ty) {
        field.attrs.retain(|attribute| !marked(attribute));
        field.attrs.push(parse_quote! {
            #[serde(default, skip_serializing_if = "::rules_judge_engine::abilities::is_default")]
        });
    }
    if told {
        field.attrs.push(parse_quote! {
            #[schemars(skip_serializing_if = "::rules_judge_engine::game_kit::wire::never")]
        });
    }
}

fn is_option(of: &Type) -> bool {
    matches!(of, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Option"))
}

/// The name that serde uses for a field or word.
fn renamed(attributes: &[Attribute]) -> syn::Result<Option<String>> {
    let mut name = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("rename") {
                name = Some(meta.value()?.parse::<LitStr>()?.value());
            } else if meta.input.peek(syn::Token![=]) {
                meta.value()?.parse::<syn::Lit>()?;
            }
            Ok(())
        })?;
    }
    Ok(name)
}
