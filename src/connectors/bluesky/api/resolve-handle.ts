import { z } from 'zod'
import type { Http } from '#connectors/connector.ts'
import { query } from './xrpc.ts'

const did = z.string().regex(/^did:[a-z]+:[a-zA-Z0-9._:%-]+$/)

export async function resolveHandle(http: Http, server: string, handle: string, timeoutMs: number): Promise<string> {
  const nsid = 'com.atproto.identity.resolveHandle'
  return (await query(http, { server, nsid, params: { handle }, timeoutMs }, z.object({ did }))).did
}
