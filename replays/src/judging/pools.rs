//! Named pools: the bundled ones of every game, and those of files. A name stands for a digest, which
//! verdicts contain; another build or file may give the name to another digest.

use std::any::Any;
use std::borrow::Cow;
use std::sync::{Arc, LazyLock, OnceLock};

use rules_judge_engine::abilities::lint::nearest;
use rules_judge_engine::game_kit::name::plain;
use rules_judge_engine::games::{self, Registered, Visit};
use serde_json::Value;

use crate::answer::{Fault, FaultCode, detail};
use crate::codec::canonical::canonical;
use crate::codec::digest::Digest;
use crate::codec::json::{self, Limits};

/// A compiled pool of some game.
pub(crate) type AnyPool = Arc<dyn Any + Send + Sync>;

/// The name of the pool of a request that names none.
const DEFAULT_POOL: &str = "demo";

/// A pool that has a name.
#[derive(Debug)]
pub(crate) struct NamedPool {
    /// Its game.
    pub game: &'static str,
    /// Its name in this game.
    pub name: String,
    text: Cow<'static, str>,
    read: OnceLock<Result<Read, Fault>>,
}

/// A pool after its first use, which reads it.
#[derive(Debug)]
pub(crate) struct Read {
    pub digest: Digest,
    pub data: Arc<Value>,
    pub compiled: AnyPool,
}

/// A pool, read and compiled.
struct Compile(Value);

impl Visit for Compile {
    type Out = Result<Read, Fault>;

    fn visit<G: Registered>(self) -> Self::Out {
        let Compile(data) = self;
        let digest = Digest::of(&canonical(&data)?);
        let pool = crate::catalog::lint::compiled::<G>(&data).map_err(super::judge::bad_pool)?;
        Ok(Read { digest, data: Arc::new(data), compiled: Arc::new(pool) })
    }
}

impl NamedPool {
    fn bundled(game: &'static str, name: &str, text: &'static str) -> Arc<NamedPool> {
        let name = name.to_owned();
        Arc::new(NamedPool { game, name, text: Cow::Borrowed(text), read: OnceLock::new() })
    }

    /// The pool of a file.
    ///
    /// # Errors
    /// It is no pool that can be used.
    pub(crate) fn of_file(text: String) -> Result<NamedPool, Fault> {
        let value: Value = json::read(text.as_bytes(), &Limits::default())?;
        let text_of = |field: &str| value.get(field).and_then(Value::as_str).map(str::to_owned);
        let missing = |field: &'static str| {
            Fault::new(FaultCode::WrongShape, detail::missing_field(field)).at(format!("/{field}"))
        };
        let game = text_of("game").ok_or_else(|| missing("game"))?;
        let known = games::IDS.iter().find(|id| **id == game);
        let game =
            *known.ok_or_else(|| Fault::new(FaultCode::UnknownGame, detail::unknown_game()).at("/game"))?;
        let name = plain(&text_of("name").ok_or_else(|| missing("name"))?).into_owned();
        let pool = NamedPool { game, name, text: Cow::Owned(text), read: OnceLock::new() };
        match pool.read() {
            Ok(_) => Ok(pool),
            // The file is the pool: its places begin at the root.
            Err(fault) => {
                let pointer = fault.pointer.clone().unwrap_or_default();
                Err(fault.clone().at(pointer.strip_prefix("/pool").unwrap_or(&pointer).to_owned()))
            }
        }
    }

    /// The name in requests: `game/name`.
    pub(crate) fn full_name(&self) -> String {
        format!("{}/{}", self.game, self.name)
    }

    /// Whether every build has the pool.
    const fn is_bundled(&self) -> bool {
        matches!(self.text, Cow::Borrowed(_))
    }

    /// The pool, read at its first use.
    pub(crate) fn read(&self) -> Result<&Read, &Fault> {
        let read = || {
            let data: Value = json::read(self.text.as_bytes(), &Limits::default())?;
            let unknown = || Fault::new(FaultCode::UnknownGame, detail::unknown_game()).at("/game");
            games::dispatch(self.game, Compile(data)).ok_or_else(unknown)?
        };
        self.read.get_or_init(read).as_ref()
    }

    fn digest(&self) -> Option<Digest> {
        self.read().ok().map(|read| read.digest)
    }
}

/// The bundled pools of all games; each is read once in a process.
static BUNDLED: LazyLock<Vec<Arc<NamedPool>>> = LazyLock::new(|| {
    let games = games::IDS.iter().chain(games::UNLISTED);
    let pools = games
        .filter_map(|id| games::info(id))
        .flat_map(|info| info.pools.iter().map(|(name, text)| NamedPool::bundled(info.id, name, text)));
    pools.collect()
});

/// All pools that have a name.
#[derive(Debug, Clone)]
pub(crate) struct Shelf(Vec<Arc<NamedPool>>);

impl Default for Shelf {
    fn default() -> Shelf {
        Shelf(BUNDLED.clone())
    }
}

impl Shelf {
    /// Adds a pool; `false`: there is one of this name.
    pub(crate) fn add(&mut self, pool: NamedPool) -> bool {
        let is_new = !self.0.iter().any(|other| (other.game, &other.name) == (pool.game, &pool.name));
        if is_new {
            self.0.push(Arc::new(pool));
        }
        is_new
    }

    /// All pools, game by game, the bundled ones first.
    pub(crate) fn pools(&self) -> impl Iterator<Item = &NamedPool> {
        self.0.iter().map(Arc::as_ref)
    }

    /// The pool of a game by its digest.
    pub(crate) fn find(&self, game: &str, digest: &Digest) -> Option<&Read> {
        let mut pools = self.pools().filter(|pool| pool.game == game).filter_map(|pool| pool.read().ok());
        pools.find(|read| read.digest == *digest)
    }

    /// The value of `pool` in a log: the digest of a bundled pool, and any other pool inline, so that every
    /// judge can judge the log.
    pub(crate) fn reference(&self, game: &str, digest: &Digest) -> Value {
        match self.find(game, digest) {
            Some(read) if !self.is_bundled(game, digest) => Value::clone(&read.data),
            _ => digest.to_string().into(),
        }
    }

    fn is_bundled(&self, game: &str, digest: &Digest) -> bool {
        let bundled = |pool: &&NamedPool| pool.game == game && pool.is_bundled();
        self.pools().filter(bundled).any(|pool| pool.digest().as_ref() == Some(digest))
    }

    /// The data of one by its digest.
    pub(crate) fn data(&self, digest: &Digest) -> Option<&Value> {
        let mut pools = self.pools().filter_map(|pool| pool.read().ok());
        pools.find(|read| read.digest == *digest).map(|read| &*read.data)
    }

    /// The pools that a request of this game may name.
    ///
    /// # Errors
    /// There is no such game.
    pub(crate) fn of_game(&self, game: &str) -> Result<Pools<'_>, Fault> {
        let default = self.pools().find(|pool| (pool.game, pool.name.as_str()) == (game, DEFAULT_POOL));
        let default = default.and_then(NamedPool::digest);
        let unknown = || Fault::new(FaultCode::UnknownGame, detail::unknown_game()).at("/game");
        Ok(Pools { default: default.ok_or_else(unknown)?, shelf: Some(self) })
    }
}

/// The pools that a request may refer to.
#[derive(Debug, Clone, Copy)]
pub struct Pools<'a> {
    /// The pool of a request that names none.
    pub(crate) default: Digest,
    shelf: Option<&'a Shelf>,
}

impl Pools<'_> {
    /// Only the default pool, and no names.
    pub const fn only(default: Digest) -> Pools<'static> {
        Pools { default, shelf: None }
    }

    /// The digest that a request gives, as a digest or as a name.
    ///
    /// # Errors
    /// It is neither.
    pub(crate) fn digest(&self, name: &str) -> Result<Digest, Fault> {
        if !name.contains('/') {
            return name
                .parse()
                .map_err(|_| Fault::new(FaultCode::WrongShape, detail::not_a_pool()).at("/pool"));
        }
        let pools = || self.shelf.into_iter().flat_map(Shelf::pools);
        let found = pools().find(|pool| pool.full_name() == name);
        found.and_then(NamedPool::digest).ok_or_else(|| {
            let names: Vec<String> = pools().map(NamedPool::full_name).collect();
            let near = nearest(name, names.iter().map(String::as_str));
            Fault::new(FaultCode::UnknownPool, detail::unknown_pool_name()).at("/pool").near(near)
        })
    }
}
