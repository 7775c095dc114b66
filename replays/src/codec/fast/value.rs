//! Values of JSON in canonical bytes as serde wants them, read from a [`Scan`].
//!
//! Everything unusual is an error, and left to the strict reader.

use std::marker::PhantomData;

use rules_judge_engine::game_kit::pool::first_bytes;
use serde::de::value::{BorrowedStrDeserializer, Error};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error as _, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use crate::codec::fast::scan::Scan;

/// The error of a value that the strict reader has to read.
pub(crate) fn unusual() -> Error {
    Error::custom("unusual")
}

/// Reads one value. It reads a list only if the caller asks for a list, and an object only if the caller
/// knows its field names, so that neither is taken for the other.
pub(crate) struct ValueReader<'s, 'de>(pub(crate) &'s mut Scan<'de>);

impl<'de> ValueReader<'_, 'de> {
    fn list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.0.open(b'[').ok_or_else(unusual)?;
        let value = visitor.visit_seq(Items { scan: &mut *self.0, first: true })?;
        self.0.close(b']').ok_or_else(unusual)?;
        Ok(value)
    }
}

impl<'de> Deserializer<'de> for ValueReader<'_, 'de> {
    type Error = Error;

    /// `true`: types read the text form that they write.
    #[inline]
    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let scan = self.0;
        match scan.peek() {
            Some(b'"') => visitor.visit_borrowed_str(scan.string().ok_or_else(unusual)?),
            Some(b'0'..=b'9' | b'-') => match scan.number().ok_or_else(unusual)? {
                (false, number) => visitor.visit_u64(number),
                (true, number) => visitor.visit_i64(0i64.saturating_sub_unsigned(number)),
            },
            Some(b't') => {
                scan.word("true").ok_or_else(unusual)?;
                visitor.visit_bool(true)
            }
            Some(b'f') => {
                scan.word("false").ok_or_else(unusual)?;
                visitor.visit_bool(false)
            }
            _ => Err(unusual()),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let mut fields = Fields::open(self.0).ok_or_else(unusual)?;
        let value = visitor.visit_seq(Values::of(&mut fields, names))?;
        fields.close().ok_or_else(unusual)?;
        Ok(value)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.word("null") {
            Some(()) => visitor.visit_none(),
            None => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0.peek() {
            Some(b'0'..=b'9') => visitor.visit_enum(ByForm { form: "number", reader: self }),
            Some(b'{') => visitor.visit_enum(ByForm { form: "object", reader: self }),
            _ => visitor.visit_enum(BorrowedStrDeserializer::new(self.0.string().ok_or_else(unusual)?)),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct tuple_struct map identifier ignored_any
    }
}

/// A variant that is written as its value alone, and recognised by the form of the value
/// ([`rules_judge_engine::game_kit::wire`]).
struct ByForm<'s, 'de> {
    form: &'static str,
    reader: ValueReader<'s, 'de>,
}

impl<'s, 'de> EnumAccess<'de> for ByForm<'s, 'de> {
    type Error = Error;
    type Variant = ValueReader<'s, 'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant), Error> {
        Ok((seed.deserialize(BorrowedStrDeserializer::new(self.form))?, self.reader))
    }
}

impl<'de> VariantAccess<'de> for ValueReader<'_, 'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Err(unusual())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Error> {
        Err(unusual())
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Error> {
        Err(unusual())
    }
}

/// The items of a list.
struct Items<'s, 'de> {
    scan: &'s mut Scan<'de>,
    first: bool,
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        if self.scan.peek() == Some(b']') {
            return Ok(None);
        }
        if !std::mem::take(&mut self.first) {
            self.scan.comma().ok_or_else(unusual)?;
        }
        seed.deserialize(ValueReader(&mut *self.scan)).map(Some)
    }
}

/// The fields of an object. The caller asks for them by name, in canonical order.
pub(crate) struct Fields<'s, 'de> {
    scan: &'s mut Scan<'de>,
    /// The byte before the next field: the bracket or a comma.
    lead: u8,
    /// The last field that was there: its first eight bytes, and its name.
    before: (u64, &'static str),
}

impl<'s, 'de> Fields<'s, 'de> {
    /// The fields of the object that begins here.
    #[inline]
    pub(crate) fn open(scan: &'s mut Scan<'de>) -> Option<Fields<'s, 'de>> {
        scan.deeper()?;
        Some(Fields { scan, lead: b'{', before: (0, "") })
    }

    /// Takes the bracket that closes the object, if no further field comes.
    #[inline]
    pub(crate) fn close(self) -> Option<()> {
        if self.lead == b'{' {
            self.scan.take(b'{')?;
        }
        self.scan.close(b'}')
    }
}

/// A reader that gets the fields of an object by name, in canonical order.
pub(crate) trait TakesFields<'de> {
    /// Takes the key of this name, if it comes next. `None`: the strict reader has to read the object.
    fn take(&mut self, name: &'static str) -> Option<bool>;

    /// The scanner, which then stands before the value.
    fn scan(&mut self) -> &mut Scan<'de>;
}

impl<'de> TakesFields<'de> for Fields<'_, 'de> {
    /// A field that is asked for out of order counts as absent, so that its object is not read to its end.
    /// Names are constants, and so are their first eight bytes as numbers, which mostly decide the order. The
    /// empty name before the first field is never compared as a string: the C library would use masked loads
    /// from a dangling pointer, which are slow.
    #[inline(always)]
    fn take(&mut self, name: &'static str) -> Option<bool> {
        let (before, name_before) = self.before;
        let number = first_bytes(name.as_bytes());
        let in_order = before < number || (before == number && name_before < name);
        let found = in_order && self.scan.take_key(self.lead, name);
        if found {
            self.lead = b',';
            self.before = (number, name);
        }
        Some(found)
    }

    #[inline(always)]
    fn scan(&mut self) -> &mut Scan<'de> {
        self.scan
    }
}

/// The values of an object as a list, for a reader that knows the names; an absent field is `None`.
pub(crate) struct Values<'f, F> {
    fields: &'f mut F,
    names: std::slice::Iter<'static, &'static str>,
}

impl<'f, F> Values<'f, F> {
    /// The values of these fields.
    #[inline]
    pub(crate) fn of(fields: &'f mut F, names: &'static [&'static str]) -> Values<'f, F> {
        Values { fields, names: names.iter() }
    }
}

impl<'de, F: TakesFields<'de>> SeqAccess<'de> for Values<'_, F> {
    type Error = Error;

    #[inline(always)]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        // When this is inlined, the name is a constant and is compared as a number.
        let Some(name) = self.names.next() else { return Ok(None) };
        match self.fields.take(name).ok_or_else(unusual)? {
            true => seed.deserialize(ValueReader(self.fields.scan())).map(Some),
            false => Ok(None),
        }
    }

    #[inline(always)]
    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>, Error> {
        self.next_element_seed(PhantomData)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::{Scan, ValueReader};
    use crate::codec::fast::scan::DEEPEST;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Inner {
        a: i8,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Outer {
        flag: bool,
        inner: Option<Inner>,
        list: Vec<Inner>,
        pair: (u8, String),
    }

    #[test]
    fn a_list_is_read_only_where_the_type_is_a_list() {
        let read = |text| {
            let mut scan = Scan::new(text, 100);
            Outer::deserialize(ValueReader(&mut scan)).ok().filter(|_| scan.is_over())
        };
        let inner = |a| Inner { a };
        let outer = Outer {
            flag: true,
            inner: Some(inner(-3)),
            list: vec![inner(0), inner(12)],
            pair: (255, "é".into()),
        };
        let text = r#"{"flag":true,"inner":{"a":-3},"list":[{"a":0},{"a":12}],"pair":[255,"é"]}"#;
        assert_eq!(read(text), Some(outer));
        let bare = r#"{"flag":false,"inner":null,"list":[],"pair":[0,""]}"#;
        assert_eq!(
            read(bare),
            Some(Outer { flag: false, inner: None, list: Vec::new(), pair: (0, String::new()) })
        );
        for unusual in [
            r#"{"flag":true,"inner":[-3],"list":[],"pair":[0,""]}"#,
            r#"{"flag":true,"inner":null,"list":[[1]],"pair":[0,""]}"#,
            r#"[true,null,[],[0,""]]"#,
            r#"{"flag":true,"inner":null,"list":[],"pair":[0,"",1]}"#,
            r#"{"flag":true,"inner":null,"list":[],"pair":[0]}"#,
            r#"{"flag":true,"inner":{"a":-129},"list":[],"pair":[0,""]}"#,
            r#"{"flag":true,"inner":{"a":1,"b":2},"list":[],"pair":[0,""]}"#,
            r#"{"flag":true,"inner":null,"list":[],"pair":[0,"\n"]}"#,
            r#"{"flag":true,"inner":null,"list":[],"pair":[0,""#,
            r#"{"flag":true,"inner":null,"pair":[0,""],"list":[]}"#,
            r#"{"flag":true,"flag":true,"inner":null,"list":[],"pair":[0,""]}"#,
            r#"{"flag":true,"inner":null,"list":[],"pair":[0, ""]}"#,
            r#"{"flag":true,"inner":null,"list":[],"pair":[0,""],}"#,
            r#"{"flag":true,"inner":null,"list":[{"a":0},],"pair":[0,""]}"#,
            r#"{"flag":true,"inner":null,"list":[],"pair":[00,""]}"#,
        ] {
            assert_eq!(read(unusual), None, "{unusual}");
        }
    }

    /// Each limit is exact.
    #[test]
    fn no_more_is_looked_through_than_there_may_be() {
        let passes = |text: &str, most| Scan::new(text, most).value().is_some();
        let deep = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(passes(&deep(usize::from(DEEPEST)), 40));
        assert!(!passes(&deep(usize::from(DEEPEST) + 1), 40));
        // A bracket and three commas.
        assert!(passes("[1,2,3,4]", 4));
        assert!(!passes("[1,2,3,4]", 3));
        // A value beyond the limit is not ignored.
        for end in ["[1,2,3,]", r#"{"a":{},"b":1,}"#, r#"{"a":[1,2,],}"#, "[{},{},{}]"] {
            assert!((0..4).all(|most| !passes(end, most)), "{end}");
        }
        let read = |text, most| {
            let mut scan = Scan::new(text, most);
            Outer::deserialize(ValueReader(&mut scan)).ok().filter(|_| scan.is_over())
        };
        let text = r#"{"flag":true,"inner":null,"list":[],"pair":[0,""]}"#;
        assert!(read(text, 7).is_some() && (0..7).all(|most| read(text, most).is_none()));
        assert!((0..9).all(|most| read(r#"{"flag":true,"inner":,"list":[],"pair":[0,""]}"#, most).is_none()));
        let within = |values| {
            let mut scan = Scan::new("[1,2,3,4][1,2]", 6);
            let first = scan.within(values, Scan::value).is_some();
            first && scan.value().is_some() && scan.is_over() && scan.values == 6 && scan.nodes == 2
        };
        assert!(within(4));
        assert!(!within(3));
    }
}
