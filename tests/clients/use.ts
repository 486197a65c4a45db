// A small program against the types that openapi-typescript makes of the API's schema:
// create an army, edit it, review it, delete it. Run with an address and a token.

import type { components, operations, paths } from "./schema.js";

declare const process: { argv: string[] };

type Schemas = components["schemas"];
type Army = Schemas["Army"];
type Refusal = Schemas["Refusal"];
type Created = paths["/api/v1/armies/"]["post"]["responses"][201]["content"]["application/json"];
type Deleting = operations["delete_army"]["parameters"]["header"];

const [address, token] = process.argv.slice(2);

class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(`${refusal.code}: ${refusal.detail}`);
  }
}

async function ask<Answer>(method: string, path: string, body?: unknown, headers: object = {}): Promise<Answer> {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { Authorization: `Token ${token}`, "Content-Type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.headers.get("Content-Type") === "application/problem+json") {
    throw new Refused((await answer.json()) as Refusal);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
}

const roster: Schemas["Roster"] = {
  format: "armybuilder.roster/1",
  game: "charge",
  name: "Verminfolk",
  limit: null,
  forces: [{ id: "f1", book: "charge-skaven", edition: 1, units: [{ id: "s1", entry: "ratmen" }] }],
};
const create: operations["create_army"]["requestBody"]["content"]["application/json"] = { roster };
const created = await ask<Created>("POST", "/api/v1/armies/", create, { "Idempotency-Key": "use-ts" });
const again: Army = await ask<Created>("POST", "/api/v1/armies/", create, { "Idempotency-Key": "use-ts" });

const rename: Schemas["Edit"] = { edit: "rename-army", name: "From TypeScript" };
const edits: operations["edit_army"]["requestBody"]["content"]["application/json"] = {
  edits: [rename],
  revision: created.revision,
};
const edited = await ask<Army>("POST", `/api/v1/armies/${created.id}/edits/`, edits);

const judged: operations["review_roster"]["requestBody"]["content"]["application/json"] = { roster, pack: null };
const review = await ask<Schemas["Review"]>("POST", "/api/v1/reviews/", judged);
const severities: ("error" | "warning" | "info")[] = review.messages.map((message) => message.severity);

const late: Deleting = { "If-Match": `"${created.revision}"` };
const now: Deleting = { "If-Match": `"${edited.revision}"` };
const stale: Schemas["Code"] = await ask<undefined>("DELETE", `/api/v1/armies/${created.id}/`, undefined, late).then(
  () => { throw new Error("an old revision was deleted"); },
  (problem: Refused) => problem.refusal.code,
);
await ask<undefined>("DELETE", `/api/v1/armies/${created.id}/`, undefined, now);

console.log(JSON.stringify({ same: again.id === created.id, name: edited.name, legal: review.legal, severities, stale }));

// What the types must not allow.
// @ts-expect-error: a roster names its game.
const nameless: Schemas["Roster"] = { format: "armybuilder.roster/1", name: "x", forces: [] };
// @ts-expect-error: there is no such code.
const unknown: Schemas["Code"] = "no-such-code";
// @ts-expect-error: an army that is deleted is deleted at a revision.
const careless: Deleting = {};
// @ts-expect-error: nobody else may look in such a way.
const shown: Schemas["Visibility"] = "everybody";
