import { z } from 'zod'
import { readAnswer, requireAddress } from '#connectors/api/json-api.ts'
import { parseLongNumbers } from '#connectors/api/long-numbers.ts'
import type { Answer, Http } from '#connectors/connector.ts'
import { appProof } from '#connectors/meta/app-proof.ts'
import type { Caller } from '../auth/grant.ts'

/** Instagram's wire format, which is the same on the hosts of both ways: requests, and the parts of answers. */

/** A numeric id, as text: a number would lose its last digits. Some arrive without quotes. */
export const id = z.union([z.string().regex(/^[0-9]{1,40}$/), z.int().positive().transform(String)])
export const made = z.object({ id })

/** A time as Meta writes it, with an offset without a colon. */
export const timestamp = z.string().transform((text) => Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')))

export type Params = Readonly<Record<string, string>>

interface Asked {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly params?: Params
  readonly maxBytes?: number
}

const hosts = { instagram: 'api', facebook: 'facebook' } as const

/**
 * Sends a call to the host of the account's grant, with its parameters in the address, or in a form for a POST. A token
 * is in neither, since addresses are logged.
 */
export function ask(http: Http, { way, token }: Caller, { name, method, path, params = {}, maxBytes }: Asked) {
  const all = new URLSearchParams({ ...params, ...proofFor(http, { way, token }) }).toString()
  const url = `${requireAddress(http.addresses, hosts[way])}${path}`
  const isForm = method === 'POST'
  return http.send({
    name,
    method,
    url: isForm || all === '' ? url : `${url}?${all}`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(isForm ? { body: all } : {}),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  })
}

/** The proof of the secret, on calls to Facebook. After the operator has changed the way, the secret is another app's. */
const proofFor = ({ app }: Http, { way, token }: Caller): Params =>
  way === 'facebook' && app?.login === 'facebook' ? { appsecret_proof: appProof(app.clientSecret, token) } : {}

/** Reads an answer, whose ids may be numbers that JavaScript would round. */
export const read = <Shape extends z.ZodType>(answer: Answer, shape: Shape): z.output<Shape> =>
  readAnswer(answer, shape, parseLongNumbers)
