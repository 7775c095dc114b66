// Shapes that several modules speak of; the API's own are generated from openapi.json.

/** @typedef {import("../../../target/desk/api.js").components["schemas"]["Board"]} Board */
/** @typedef {import("../../../target/desk/api.js").components["schemas"]["BoardZone"]} Zone */
/** @typedef {import("../../../target/desk/api.js").components["schemas"]["BoardPiece"]} Piece */
/** @typedef {import("../../../target/desk/api.js").components["schemas"]["BoardControl"]} Control */

/** A position as the service reads it. @typedef {Record<string, any>} Position */
/** An entry of a log. @typedef {Record<string, any>} Entry */
/** @typedef {{format: "rules-judge/1", game: string, pool?: string, players: any[], actions: Entry[], start?: {position: Position}, [name: string]: any}} Replay */

export {};
