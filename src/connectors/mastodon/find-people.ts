import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import type { FoundPerson, JsonObject, ReadCall } from '#connectors/connector.ts'
import { ask } from './api/calls.ts'
import type { Grant } from './memo.ts'

const accounts = z.array(
  z.object({ username: z.string().min(1).max(200), acct: z.string().max(500), display_name: z.string().max(1_000) }),
)

/** Finds accounts that the server knows. `acct` of an account of the server itself lacks the server. */
export async function findPeople(
  { http, grant }: ReadCall<Grant>,
  q: string,
  max: number,
  { host }: JsonObject,
): Promise<FoundPerson[]> {
  const path = `/api/v1/accounts/search?${new URLSearchParams({ q, limit: String(max), resolve: 'false' })}`
  const found = readAnswer(await ask(http, grant, { name: 'searchAccounts', method: 'GET', path }), accounts)
  return found.map(({ username, acct, display_name: name }) => ({
    name: name || username,
    handle: acct.includes('@') ? acct : `${acct}@${host}`,
  }))
}
