import { ownFailure, readAnswer } from '#connectors/api/json-api.ts'
import type { Http } from '#connectors/connector.ts'
import { accountAnswer, ask, type Server } from '../api/calls.ts'

export async function askAccount(http: Http, server: Server) {
  const path = '/api/v1/accounts/verify_credentials'
  return readAnswer(await ask(http, server, { name: 'verifyCredentials', method: 'GET', path }), accountAnswer)
}

/**
 * Returns the ID of an account, which is unique only within its server. The host is the one that was called: the name
 * that a server claims proves nothing.
 */
export const remoteIdOf = (apiUrl: string, id: string): string => `${id}@${new URL(apiUrl).host}`

/** The failure for a URL at which no server can be called. */
export const notCalled = ownFailure('invalid_request')
