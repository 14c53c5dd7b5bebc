import { z } from 'zod'
import { readAnswer, requireAddress } from '#connectors/api/json-api.ts'
import { parseLongNumbers } from '#connectors/api/long-numbers.ts'
import type { Answer, Http } from '#connectors/connector.ts'

/** Threads' wire format: requests, and the parts of answers that are read here. The API has one version. */
const version = '/v1.0'

/** A numeric id, as text: a number would lose its last digits. Some arrive without quotes. */
export const id = z.union([z.string().regex(/^[0-9]{1,40}$/), z.int().positive().transform(String)])
export const made = z.object({ id })

export type Params = Readonly<Record<string, string>>

interface Asked {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly params?: Params
  readonly token: string
  readonly maxBytes?: number
}

/**
 * Sends a call, with its parameters in the address, or in a form for a POST: from JSON bodies Threads silently dropped
 * some fields. A token is in neither, since addresses are logged.
 */
export function ask(http: Http, { name, method, path, params = {}, token, maxBytes }: Asked): Promise<Answer> {
  const all = new URLSearchParams(params).toString()
  const url = `${requireAddress(http.addresses, 'api')}${version}${path}`
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

/** Reads an answer, whose ids may be numbers that JavaScript would round. */
export const read = <Shape extends z.ZodType>(answer: Answer, shape: Shape): z.output<Shape> =>
  readAnswer(answer, shape, parseLongNumbers)
