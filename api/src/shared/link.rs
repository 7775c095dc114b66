//! The connection to the server of a shared shelf: one server, or a cluster of them.

use redis::aio::MultiplexedConnection;
use redis::cluster::ClusterClient;
use redis::cluster_async::ClusterConnection;
use redis::{AsyncConnectionConfig, Client, Cmd, FromRedisValue, RedisError, RedisResult};

/// Most characters of the server's error that go into the log.
const REASON: usize = 200;

/// The address of the shelf. `Debug` shows neither host nor password.
pub struct Server(Kind);

enum Kind {
    One(Client),
    Cluster(Box<ClusterClient>),
}

/// An open connection. Clones use the same one.
#[derive(Clone)]
pub struct Connection(Open);

#[derive(Clone)]
enum Open {
    One(MultiplexedConnection),
    Cluster(ClusterConnection),
}

impl std::fmt::Debug for Server {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Server")
    }
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Connection")
    }
}

impl Server {
    /// Reads an address: `redis://…`, or `rediss://…` with TLS, in the syntax of the redis client; for a
    /// cluster `redis+cluster://USER:PASSWORD@HOST:PORT,HOST:PORT` with some of its nodes.
    ///
    /// # Errors
    /// One sentence without the address, which may contain a password.
    pub fn of(address: &str) -> Result<Server, String> {
        let wrong = |error: RedisError| {
            format!(
                "the address of the shared shelf is redis://HOST:PORT, rediss://HOST:PORT (TLS) or \
                 redis+cluster://HOST:PORT,HOST:PORT, and this is none of them: {}",
                error.category()
            )
        };
        let kind = match address.trim().split_once("+cluster://") {
            None => Kind::One(Client::open(address.trim()).map_err(wrong)?),
            Some((scheme, rest)) => {
                // All nodes of a cluster have the same users.
                let (user, nodes) = rest.rsplit_once('@').map_or(("", rest), |(user, nodes)| (user, nodes));
                let at = if user.is_empty() { "" } else { "@" };
                let nodes: Vec<String> =
                    nodes.split(',').map(|node| format!("{scheme}://{user}{at}{node}")).collect();
                Kind::Cluster(Box::new(ClusterClient::new(nodes).map_err(wrong)?))
            }
        };
        Ok(Server(kind))
    }

    /// Opens a connection. The caller limits the time of this and of every command.
    ///
    /// # Errors
    /// The server cannot be reached or refuses the login.
    pub async fn connect(&self) -> RedisResult<Connection> {
        let unbounded = AsyncConnectionConfig::new().set_connection_timeout(None).set_response_timeout(None);
        Ok(Connection(match &self.0 {
            Kind::One(client) => {
                Open::One(client.get_multiplexed_async_connection_with_config(&unbounded).await?)
            }
            Kind::Cluster(client) => Open::Cluster(client.get_async_connection().await?),
        }))
    }
}

impl Connection {
    /// Sends a command.
    ///
    /// # Errors
    /// The server cannot be reached, or answers with an error.
    pub async fn ask<T: FromRedisValue>(&self, command: &Cmd) -> RedisResult<T> {
        match self.0.clone() {
            Open::One(mut connection) => command.query_async(&mut connection).await,
            Open::Cluster(mut connection) => command.query_async(&mut connection).await,
        }
    }
}

/// A failure as text for the log.
pub fn reason(error: &RedisError) -> String {
    error.to_string().chars().take(REASON).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_never_told() {
        for address in [
            "redis://127.0.0.1",
            "redis://user:word@shelf.example:6380/2",
            "rediss://:word@shelf.example",
            "redis+cluster://user:word@one.example:7000,two.example:7000",
            "rediss+cluster://one.example",
        ] {
            assert!(Server::of(address).is_ok(), "{address}");
        }
        for address in
            ["", "shelf.example", "http://user:word@shelf.example", "redis://user:word@:x", "+cluster://word"]
        {
            let result = Server::of(address).map_err(|error| error.contains("word"));
            assert!(matches!(result, Err(false)), "{address}");
        }
    }
}
