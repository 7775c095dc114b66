//! Lists what can be mutated in a source file.

use std::ops::Range;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Arm, Attribute, BinOp, Block, Expr, GenericArgument, Pat, PathArguments, ReturnType, Signature, Stmt,
    Type, UnOp,
};

/// How a mutation rewrites the source. Parts of the source are copied, with the mutations inside them.
#[derive(Debug, Clone)]
pub enum Form {
    /// `(on != (expression))`.
    Negate,
    /// `(on || (expression))`.
    True,
    /// `(!on && (expression))`.
    False,
    /// `if on { mutated } else { expression }`; `mutated` has another text in place of a part.
    Replace(Range<usize>, String),
    /// `if on { return value; }`, before the first statement.
    Return(String),
    /// `if !on { statement }`.
    Skip,
    /// `pattern if !on`: the arm never matches; with the guard, if there is one.
    Arm(Option<Range<usize>>),
}

/// One mutation of a file.
#[derive(Debug, Clone)]
pub struct Mutation {
    /// The byte range that it rewrites.
    pub range: Range<usize>,
    pub form: Form,
    pub line: usize,
    /// The function around it, with the type of a method.
    pub function: String,
    pub what: String,
}

/// All mutations of a file.
pub fn all(text: &str) -> syn::Result<Vec<Mutation>> {
    let file = syn::parse_file(text)?;
    let mut finder = Finder { text, found: Vec::new(), function: Vec::new(), constant: false };
    finder.visit_file(&file);
    Ok(finder.found)
}

struct Finder<'t> {
    text: &'t str,
    found: Vec<Mutation>,
    function: Vec<String>,
    /// Whether the visitor is inside a constant expression.
    constant: bool,
}

/// Functions whose results no answer shows, or that only describe types for schemas. The linter is left out,
/// too: the tests that run against mutations do not include its own.
const LEFT_OUT: &[&str] = &["fmt", "schema_name", "json_schema", "schema_id", "inline_schema", "expecting"];

fn only_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string().contains("test"),
        _ => false,
    })
}

fn has_let(expression: &Expr) -> bool {
    struct Lets(bool);
    impl<'ast> Visit<'ast> for Lets {
        fn visit_expr_let(&mut self, _: &'ast syn::ExprLet) {
            self.0 = true;
        }
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
        fn visit_block(&mut self, _: &'ast Block) {}
    }
    let mut lets = Lets(false);
    lets.visit_expr(expression);
    lets.0
}

impl Finder<'_> {
    fn add(&mut self, range: Range<usize>, form: Form, what: String) {
        let left_out = |name: &String| LEFT_OUT.contains(&name.as_str()) || name.starts_with("lint");
        if self.constant || self.function.iter().any(left_out) {
            return;
        }
        let line = self.text[..range.start].matches('\n').count() + 1;
        let what: Vec<&str> = what.split_whitespace().collect();
        self.found.push(Mutation {
            range,
            form,
            line,
            function: self.function.join("::"),
            what: what.join(" "),
        });
    }

    fn shown(&self, range: &Range<usize>) -> String {
        let text: Vec<&str> = self.text[range.clone()].split_whitespace().collect();
        let text = text.join(" ");
        if text.chars().count() <= 60 { text } else { text.chars().take(57).chain("...".chars()).collect() }
    }

    fn swap(&mut self, whole: Range<usize>, part: Range<usize>, by: &str) {
        let what = format!("`{}` becomes `{by}` in `{}`", &self.text[part.clone()], self.shown(&whole));
        self.add(whole, Form::Replace(part, by.to_owned()), what);
    }

    /// Adds the mutations that make a condition always true or always false.
    fn question(&mut self, expression: &Expr, of: &str) {
        if has_let(expression) || matches!(expression, Expr::Block(_) | Expr::Match(_) | Expr::Lit(_)) {
            return;
        }
        let range = expression.span().byte_range();
        let shown = self.shown(&range);
        self.add(range.clone(), Form::True, format!("{of} `{shown}` is always true"));
        self.add(range, Form::False, format!("{of} `{shown}` is never true"));
    }

    fn function(&mut self, signature: &Signature, block: &Block) {
        if block.stmts.is_empty() || signature.constness.is_some() {
            return;
        }
        let start = block.brace_token.span.open().byte_range().end;
        for value in values(&signature.output) {
            let what = format!("returns `{value}` at once");
            self.add(start..start, Form::Return(value.to_owned()), what);
        }
    }
}

/// The constants that a function of this type can return.
fn values(output: &ReturnType) -> Vec<&'static str> {
    let ReturnType::Type(_, output) = output else { return vec![""] };
    let Type::Path(path) = &**output else { return Vec::new() };
    let Some(last) = path.path.segments.last() else { return Vec::new() };
    match last.ident.to_string().as_str() {
        "bool" => vec!["true", "false"],
        "Option" => vec!["None"],
        "Vec" => vec!["Vec::new()"],
        "SmallVec" | "BTreeSet" | "BTreeMap" | "String" => vec!["Default::default()"],
        "Result" if unit(&last.arguments) => vec!["Ok(())"],
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" => vec!["0", "1"],
        _ => Vec::new(),
    }
}

/// Whether the first type argument is `()`.
fn unit(arguments: &PathArguments) -> bool {
    let PathArguments::AngleBracketed(arguments) = arguments else { return false };
    match arguments.args.first() {
        Some(GenericArgument::Type(Type::Tuple(tuple))) => tuple.elems.is_empty(),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !only_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_macro(&mut self, _: &'ast syn::ItemMacro) {}

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let name = match &*item.self_ty {
            Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        self.function.push(name.unwrap_or_default());
        visit::visit_item_impl(self, item);
        self.function.pop();
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if only_for_tests(&item.attrs) {
            return;
        }
        self.function.push(item.sig.ident.to_string());
        let before = std::mem::replace(&mut self.constant, item.sig.constness.is_some());
        self.function(&item.sig, &item.block);
        visit::visit_block(self, &item.block);
        self.constant = before;
        self.function.pop();
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if only_for_tests(&item.attrs) {
            return;
        }
        self.function.push(item.sig.ident.to_string());
        let before = std::mem::replace(&mut self.constant, item.sig.constness.is_some());
        self.function(&item.sig, &item.block);
        visit::visit_block(self, &item.block);
        self.constant = before;
        self.function.pop();
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function.push(item.sig.ident.to_string());
            let before = std::mem::replace(&mut self.constant, item.sig.constness.is_some());
            self.function(&item.sig, block);
            visit::visit_block(self, block);
            self.constant = before;
            self.function.pop();
        }
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.function.push(item.ident.to_string());
        let before = std::mem::replace(&mut self.constant, true);
        visit::visit_expr(self, &item.expr);
        self.constant = before;
        self.function.pop();
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.function.push(item.ident.to_string());
        let before = std::mem::replace(&mut self.constant, true);
        visit::visit_expr(self, &item.expr);
        self.constant = before;
        self.function.pop();
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.function.push(item.ident.to_string());
        let before = std::mem::replace(&mut self.constant, true);
        visit::visit_expr(self, &item.expr);
        self.constant = before;
        self.function.pop();
    }

    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        if let Pat::Guard(guard) = pattern {
            visit::visit_expr(self, &guard.guard);
        }
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        let before = std::mem::replace(&mut self.constant, false);
        // A row of a table of conditions.
        if before && closure.inputs.len() >= 3 {
            if let Expr::Block(block) = &*closure.body {
                let start = block.block.brace_token.span.open().byte_range().end;
                let line = self.text[..start].rsplit("&[cite!").next().unwrap_or_default();
                let cited: String = line.chars().take_while(|c| *c != ']').collect();
                self.add(
                    start..start,
                    Form::Return("Ok(())".to_owned()),
                    format!("the line of {cited} passes"),
                );
            }
        }
        visit::visit_expr(self, &closure.body);
        self.constant = before;
    }

    fn visit_expr_if(&mut self, item: &'ast syn::ExprIf) {
        self.question(&item.cond, "condition");
        visit::visit_expr_if(self, item);
    }

    fn visit_expr_unary(&mut self, item: &'ast syn::ExprUnary) {
        if let UnOp::Not(not) = item.op {
            self.swap(item.span().byte_range(), not.span().byte_range(), "");
        }
        visit::visit_expr_unary(self, item);
    }

    fn visit_expr_binary(&mut self, item: &'ast syn::ExprBinary) {
        let other = match item.op {
            BinOp::Eq(_) | BinOp::Ne(_) => None,
            BinOp::Lt(_) => Some("<="),
            BinOp::Le(_) => Some("<"),
            BinOp::Gt(_) => Some(">="),
            BinOp::Ge(_) => Some(">"),
            BinOp::And(_) => Some("||"),
            BinOp::Or(_) => Some("&&"),
            BinOp::Add(_) => Some("-"),
            BinOp::Sub(_) => Some("+"),
            BinOp::Mul(_) => Some("+"),
            BinOp::Rem(_) => Some("/"),
            BinOp::AddAssign(_) => Some("-="),
            BinOp::SubAssign(_) => Some("+="),
            _ => Some(""),
        };
        let whole = item.span().byte_range();
        match other {
            None => {
                let what = format!("`{}` is negated", self.shown(&whole));
                self.add(whole, Form::Negate, what);
            }
            Some("") => {}
            Some(other) => {
                if !has_let(&item.left) && !has_let(&item.right) {
                    self.swap(whole, item.op.span().byte_range(), other);
                }
            }
        }
        visit::visit_expr_binary(self, item);
    }

    fn visit_expr_method_call(&mut self, item: &'ast syn::ExprMethodCall) {
        let name = item.method.to_string();
        let other = match name.as_str() {
            "any" => "all",
            "all" => "any",
            "min" => "max",
            "max" => "min",
            "is_some" => "is_none",
            "is_none" => "is_some",
            "is_some_and" => "is_none_or",
            "is_none_or" => "is_some_and",
            "saturating_add" => "saturating_sub",
            "saturating_sub" => "saturating_add",
            "first" => "last",
            "last" => "first",
            _ => "",
        };
        // Types of the engine have not both; a temporary does not live long enough in a branch.
        let receiver = &*item.receiver;
        let own = matches!(receiver, Expr::Path(path) if path.path.is_ident("self"));
        let made = matches!(name.as_str(), "first" | "last")
            && matches!(receiver, Expr::Call(_) | Expr::MethodCall(_));
        if !other.is_empty() && !own && !made {
            self.swap(item.span().byte_range(), item.method.span().byte_range(), other);
        }
        if matches!(name.as_str(), "is_empty" | "contains" | "holds") {
            let range = item.span().byte_range();
            let what = format!("`{}` is negated", self.shown(&range));
            self.add(range, Form::Negate, what);
        }
        if matches!(
            name.as_str(),
            "filter" | "any" | "all" | "find" | "position" | "retain" | "is_some_and" | "is_none_or"
        ) {
            if let Some(Expr::Closure(closure)) = item.args.first() {
                self.question(&closure.body, &format!("the question of `{name}`"));
            }
        }
        visit::visit_expr_method_call(self, item);
    }

    fn visit_expr_match(&mut self, item: &'ast syn::ExprMatch) {
        let binding = |name: &syn::Ident| name.to_string().starts_with(char::is_lowercase);
        let wild = |arm: &Arm| match &arm.pat {
            Pat::Wild(_) => true,
            Pat::Ident(pattern) => pattern.subpat.is_none() && binding(&pattern.ident),
            _ => false,
        };
        if item.arms.last().is_some_and(wild) {
            for arm in item.arms.iter().filter(|arm| !wild(arm)) {
                let range = arm.pat.span().byte_range();
                let what = format!("the arm `{}` never matches", self.shown(&range));
                match &arm.pat {
                    Pat::Guard(guard) if has_let(&guard.guard) => {}
                    Pat::Guard(guard) => {
                        self.add(range, Form::Arm(Some(guard.guard.span().byte_range())), what);
                    }
                    _ => self.add(range, Form::Arm(None), what),
                }
            }
        }
        visit::visit_expr_match(self, item);
    }

    fn visit_expr_macro(&mut self, item: &'ast syn::ExprMacro) {
        if item.mac.path.is_ident("matches") {
            let range = item.span().byte_range();
            let what = format!("`{}` is negated", self.shown(&range));
            self.add(range.clone(), Form::Negate, what);
            for part in alternatives(&item.mac.tokens) {
                let what = format!("without `{}` in `{}`", self.shown(&part), self.shown(&range));
                self.add(range.clone(), Form::Replace(part, String::new()), what);
            }
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expression, Some(_)) = statement {
            let call = matches!(expression, Expr::Call(_) | Expr::MethodCall(_) | Expr::Assign(_));
            if call {
                let range = statement.span().byte_range();
                let what = format!("`{}` is left out", self.shown(&range));
                self.add(range, Form::Skip, what);
            }
        }
        visit::visit_stmt(self, statement);
    }
}

/// The alternatives of the pattern in `matches!(value, A | B if guard)`, each with a bar beside it.
fn alternatives(tokens: &TokenStream) -> Vec<Range<usize>> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is = |tree: &TokenTree, c: char| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == c);
    let Some(comma) = tokens.iter().position(|tree| is(tree, ',')) else { return Vec::new() };
    let end = tokens.iter().position(|tree| matches!(tree, TokenTree::Ident(name) if name == "if"));
    let pattern = tokens.get(comma + 1..end.unwrap_or(tokens.len())).unwrap_or_default();
    let closed =
        |tree: &TokenTree| matches!(tree, TokenTree::Group(group) if group.delimiter() == Delimiter::None);
    if pattern.iter().any(closed) {
        return Vec::new();
    }
    let bars: Vec<usize> = (0..pattern.len()).filter(|place| is(&pattern[*place], '|')).collect();
    let (Some(first), Some(last)) = (bars.first(), bars.last()) else { return Vec::new() };
    let range =
        |from: usize, to: usize| pattern[from].span().byte_range().start..pattern[to].span().byte_range().end;
    let mut found = Vec::new();
    if *first > 0 {
        found.push(range(0, *first));
    }
    for (number, bar) in bars.iter().enumerate() {
        let to = bars.get(number + 1).map_or(pattern.len() - 1, |next| next - 1);
        let comma = bar == last && is(&pattern[to], ',');
        let to = if comma { to - 1 } else { to };
        if to > *bar {
            found.push(range(*bar, to));
        }
    }
    found
}
