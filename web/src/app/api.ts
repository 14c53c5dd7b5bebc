import { createCalls } from '@posthorn/sdk'
import { readToken, replaceToken } from './session.ts'

declare global {
  /** The web app comes from the service that it calls, so it knows every value of a response. */
  interface PosthornTypes {
    closedEnums: true
  }
}

/** Calls the service as the signed-in user. Every page uses this client. */
export const api = createCalls({ url: location.origin, token: readToken, fetch: fetchSignedIn })

const bearer = /^Bearer /

/**
 * Repeats a call with a new token if the service refuses the current one. A session can end before its token expires.
 */
export async function fetchSignedIn(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(input, init)
  const headers = new Headers(init.headers)
  const refused = headers.get('authorization')?.replace(bearer, '')
  if (answer.status !== 401 || refused === undefined) return answer
  const token = await replaceToken(refused)
  if (token === null) return answer
  headers.set('authorization', `Bearer ${token}`)
  return await fetch(input, { ...init, headers })
}
