//! The judge as a server of the Model Context Protocol, over standard input and output.
//!
//! A tool reads its arguments, calls the same functions of [`Judge`] as the routes of the service, and adds
//! sentences and the texts of the cited rules. [`tools`] lists the tools, [`resources`] what has an address,
//! and [`transport`] bounds the messages in memory.

use std::future::Future;
use std::io;
use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ResourceContents,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, ServerInitializeError};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use rules_judge_replays::answer::{Fault, FaultCode, Language};
use rules_judge_replays::catalog::limits::FixedLimit;
use rules_judge_replays::catalog::schemas::GAMES;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

use crate::http::admission::Admission;
use crate::http::fault::{JSON, Problem};
use crate::limits::Limits;
use crate::mcp::reply::Reply;
use crate::mcp::transport::Bounded;

mod dispute;
mod lookups;
mod naming;
mod reply;
pub mod resources;
mod table;
pub mod tools;
pub mod transport;
mod verdicts;
mod words;

/// The most bytes of one message: a replay as large as a request may bring, and its envelope.
pub const MESSAGE_BYTES: usize = crate::limits::REPLAY_BYTES + 64 * 1024;

/// The most requests that are answered at once. The server reads further ones when one of these has been
/// answered.
pub const REQUESTS_AT_ONCE: usize = 4;

/// The limits of the server besides those of the judge and of the service.
pub const LIMITS: &[FixedLimit] = &[
    FixedLimit { about: "bytes of a message", most: MESSAGE_BYTES as u64, beyond: "it is not answered" },
    FixedLimit {
        about: "requests that are answered at once",
        most: REQUESTS_AT_ONCE as u64,
        beyond: "further ones are read when one of these has been answered",
    },
    FixedLimit { about: "statements of a step", most: table::STATEMENTS as u64, beyond: "`too_many`" },
    FixedLimit {
        about: "cards that a statement places",
        most: table::PLACED as u64,
        beyond: "the statement is not carried out",
    },
    FixedLimit {
        about: "rules whose texts stand in an answer",
        most: reply::CITATIONS as u64,
        beyond: "the rest is left out",
    },
    FixedLimit {
        about: "cards that are named where several fit",
        most: lookups::CARDS as u64,
        beyond: "the rest is left out",
    },
    FixedLimit {
        about: "legal answers that are listed of an act that lacks fields",
        most: dispute::FITTING as u64,
        beyond: "the rest is left out, and the answer says that there are more",
    },
];

/// The text that an assistant reads before it uses any tool.
fn instructions() -> String {
    format!(
        "A rules judge for card games: {}. It decides disputes by executing the rules, so ask it instead of \
         reasoning from memory. For a dispute: set_up_table (several steps, each with the table of the step \
         before) until `ready` is true, then judge_act with that table and the act; cards go by the numbers \
         that the table shows. Quote the cited rules. Rule texts are restated in other words, and the \
         printed rule prevails; an id ruling-N is a reading of this project. Where the judge gives no \
         verdict, say so and give none yourself.",
        GAMES.join(", ")
    )
}

/// A server for one assistant.
#[derive(Debug)]
struct Server {
    judge: Arc<Judge>,
    admission: Admission,
    language: Language,
}

impl Server {
    /// Asks the judge on a judging thread, within the time limit of a judgement.
    async fn answered<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Judge) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let judge = Arc::clone(&self.judge);
        self.admission.run(move |end| question(&judge.stopping(end))).await?
    }
}

/// A fault as the result of a tool, for the assistant to read.
fn refused(fault: &Fault, language: Language) -> CallToolResult {
    let problem = Problem::new(fault, language);
    let place = problem.pointer.as_ref().map(|pointer| format!(" ({pointer})")).unwrap_or_default();
    let mut text = format!("{}: {}{place}", problem.title, problem.detail);
    if !problem.nearest.is_empty() {
        text.push_str(&format!("\n{}", words::nearest(&problem.nearest.join(", ")).text(language)));
    }
    let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
    result.structured_content = Some(json!({ "problem": problem }));
    result
}

/// A fault of a resource, for which the protocol has only errors.
fn unread(fault: &Fault, language: Language) -> ErrorData {
    let data = Some(json!(Problem::new(fault, language)));
    let detail = fault.detail_in(language).to_owned();
    match fault.code {
        FaultCode::Internal | FaultCode::Overloaded => ErrorData::internal_error(detail, data),
        FaultCode::WrongShape | FaultCode::BadQuery => ErrorData::invalid_params(detail, data),
        _ => ErrorData::resource_not_found(detail, data),
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("rules-judge", env!("CARGO_PKG_VERSION")))
            .with_instructions(instructions())
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::listed()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let CallToolRequestParams { name, arguments, .. } = request;
        let Some(tool) = tools::of_name(&name) else {
            let known = tools::names().join(", ");
            return Err(ErrorData::invalid_params(
                format!("There is no such tool; there are {known}."),
                None,
            ));
        };
        let mut arguments = arguments.unwrap_or_default();
        let language = match tools::language(&mut arguments, self.language) {
            Ok(language) => language,
            Err(fault) => return Ok(refused(&fault, self.language).into()),
        };
        let answered = self
            .answered(move |judge| Ok(tool.answer(judge, language, arguments)?.finished(judge, language)));
        Ok(match answered.await {
            Ok(result) => result.into(),
            Err(fault) => refused(&fault, language).into(),
        })
    }

    fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<ListResourcesResult, ErrorData>> + Send + '_ {
        std::future::ready(Ok(ListResourcesResult::with_all_items(resources::listed())))
    }

    fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<ListResourceTemplatesResult, ErrorData>> + Send + '_ {
        std::future::ready(Ok(ListResourceTemplatesResult::with_all_items(resources::templates())))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let (uri, language) = (request.uri, self.language);
        let address = uri.clone();
        let answered = self.answered(move |judge| resources::read(judge, &address, language));
        let value = answered.await.map_err(|fault| unread(&fault, language))?;
        let text = ResourceContents::text(value.to_string(), uri).with_mime_type(JSON);
        Ok(ReadResourceResult::new(vec![text]).into())
    }
}

/// Serves until standard input is closed.
///
/// # Errors
/// The system cannot start another thread, or the client does not begin with the handshake of the protocol.
pub fn serve(judge: Judge, limits: &Limits, language: Language) -> io::Result<()> {
    let server = Server {
        judge: Arc::new(judge.with_pools(limits.pool_bytes)),
        admission: Admission::new(limits)?,
        language,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let served = runtime.block_on(async {
        let transport = Bounded::new(tokio::io::stdin(), tokio::io::stdout());
        match rmcp::serve_server(server, transport).await {
            Ok(running) => running.waiting().await.map(drop).map_err(io::Error::other),
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(io::Error::other(error)),
        }
    });
    // Nothing can interrupt the thread that reads standard input, so the runtime does not wait for it.
    runtime.shutdown_background();
    served
}

/// The structured content of an answer that the tool puts together itself.
fn structured(reply: Reply, judge: &Judge, language: Language) -> Value {
    reply.finished(judge, language).structured_content.unwrap_or_default()
}
