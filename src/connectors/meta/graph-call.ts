import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { parseLongNumbers, readAnswer } from '#connectors/api/json-api.ts'
import type { Answer, Http } from '#connectors/connector.ts'

/** The wire format shared by the Graph APIs of Facebook, Instagram and Threads. */

/** A numeric ID, as a string: a number would lose digits. Some arrive unquoted. */
export const id = z.union([z.string().regex(/^[0-9]{1,40}$/), z.int().positive().transform(String)])
export const made = z.object({ id })

/** A time as Meta writes it, with an offset without a colon. */
export const timestamp = z.string().transform((text) => Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')))

export type Params = Readonly<Record<string, string>>

export interface GraphCall {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly params?: Params
  readonly maxBytes?: number
}

/**
 * Sends a call with its parameters in the URL or, for a POST, in a form: some fields in JSON bodies were silently
 * ignored. Tokens are in neither: URLs are logged.
 */
export function sendGraphCall(
  http: Http,
  address: string,
  authorization: string | null,
  { name, method, path, params = {}, maxBytes }: GraphCall,
): Promise<Answer> {
  const all = new URLSearchParams(params).toString()
  const url = `${address}${path}`
  const isForm = method === 'POST'
  return http.send({
    name,
    method,
    url: isForm || all === '' ? url : `${url}?${all}`,
    headers: {
      accept: 'application/json',
      ...(authorization === null ? {} : { authorization }),
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(isForm ? { body: all } : {}),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  })
}

/** Parses a response whose IDs may be numbers that JavaScript would round. */
export const read = <Shape extends z.ZodType>(answer: Answer, shape: Shape): z.output<Shape> =>
  readAnswer(answer, shape, parseLongNumbers)

/**
 * Proves that a token's sender is the app that it was issued to. Every call includes the proof, because an operator may
 * have configured the app to refuse calls without it.
 */
export const appProof = (appSecret: string, token: string): string =>
  createHmac('sha256', appSecret).update(token).digest('hex')

/** Returns a Meta URL without the version at its end: some paths are unversioned. */
export const withoutVersion = (address: string): string => address.replace(/\/v\d+\.\d+$/, '')
