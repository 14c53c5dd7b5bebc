import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import { CallFailed, type Http } from '#connectors/connector.ts'
import { jsonOf } from '#connectors/verdicts/verdict-table.ts'
import { postForm } from '../api/calls.ts'

/**
 * This installation's app at one server. Anyone may register an app there, so it is registered automatically at the
 * first sign-in, stored, and used for all later ones.
 */
export interface ServerApp {
  readonly clientId: string
  readonly clientSecret: string
}

/** The name that people see on the consent page and below posts. */
export const appName = 'Posthorn'

const secret = z.string().min(1).max(4_096)
const stored = z.object({ clientId: secret, clientSecret: secret, scope: z.string() })
const registered = z.object({ client_id: secret, client_secret: secret })

/** Returns the app at a server, registering one if there is none or the server has forgotten it. */
export async function appAt(http: Http, apiUrl: string, redirectUrl: string, scope: string): Promise<ServerApp> {
  const { success, data: known } = stored.safeParse(await http.serverApps?.read(apiUrl, redirectUrl))
  if (success && known.scope === scope && (await isKnown(http, apiUrl, known, scope))) return known
  const app = await register(http, apiUrl, redirectUrl, scope)
  await http.serverApps?.keep(apiUrl, redirectUrl, { ...app, scope })
  return app
}

async function register(http: Http, apiUrl: string, redirectUrl: string, scope: string): Promise<ServerApp> {
  const website = http.ownClient?.publicUrl
  const answer = await postForm(http, apiUrl, 'createApp', '/api/v1/apps', {
    client_name: appName,
    redirect_uris: redirectUrl,
    scopes: scope,
    ...(website === undefined ? {} : { website }),
  })
  const { client_id: clientId, client_secret: clientSecret } = readAnswer(answer, registered)
  return { clientId, clientSecret }
}

/**
 * Requests a token for the app itself. Before Mastodon 4.3, servers deleted unused apps, and for a deleted app the
 * consent page is an error that never leads back here.
 */
async function isKnown(http: Http, apiUrl: string, app: ServerApp, scope: string): Promise<boolean> {
  try {
    await postForm(http, apiUrl, 'token', '/oauth/token', {
      grant_type: 'client_credentials',
      client_id: app.clientId,
      client_secret: app.clientSecret,
      scope,
    })
    return true
  } catch (error) {
    if (!(error instanceof CallFailed) || error.failure.sent !== 'answered') throw error
    const code = jsonOf(error.failure)?.error
    return code !== 'invalid_client' && code !== 'unauthorized_client'
  }
}
