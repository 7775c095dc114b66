//! The schema of a game's reason codes, built from the list that `reasons!` generates.

use std::collections::BTreeMap;

use schemars::{Schema, SchemaGenerator, json_schema};

use crate::abilities::lint::snake;

/// A reason code for the schema.
pub struct Code {
    /// The name of the variant.
    pub name: &'static str,
    /// What is wrong, in a sentence.
    pub comment: &'static str,
    /// The parameters of its message.
    pub parameters: &'static [Parameter],
}

/// A parameter of a reason code.
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The description of the parameter.
    pub comment: &'static str,
    /// Its schema.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
}

/// The schema of reason codes. Deriving it would create one function with instructions for each of hundreds
/// of codes, which takes long to compile.
pub fn schema(generator: &mut SchemaGenerator, codes: &[Code]) -> Schema {
    let object = |fields: Vec<(&'static str, Schema)>| {
        let required: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
        let properties: BTreeMap<&str, Schema> = fields.into_iter().collect();
        json_schema!({ "type": "object", "required": required, "properties": properties })
    };
    let mut code = |code: &Code| {
        let parameters = code.parameters.iter().map(|parameter| {
            let schema = (parameter.schema)(generator);
            (parameter.name, described(schema, parameter.comment))
        });
        let parameters: Vec<(&'static str, Schema)> = parameters.collect();
        let mut fields = vec![("code", json_schema!({ "type": "string", "const": snake(code.name) }))];
        if !parameters.is_empty() {
            fields.push(("params", object(parameters)));
        }
        described(object(fields), code.comment)
    };
    let codes: Vec<Schema> = codes.iter().map(&mut code).collect();
    json_schema!({ "description": "A reason code with its parameters.", "oneOf": codes })
}

fn described(mut schema: Schema, comment: &str) -> Schema {
    schema.insert("description".to_owned(), comment.trim().into());
    schema
}
