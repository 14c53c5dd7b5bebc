import type { Config } from '#infra/config/config.ts'

/** Names what a token gives access to: the whole API, or only the agents' endpoint. */
export type Audience = 'api' | 'mcp'

/** The path below which a token works. */
export const audiencePaths = { api: '', mcp: '/mcp' } as const satisfies Record<Audience, string>

type UrlConfig = Pick<Config, 'publicUrl'>

/** Returns the resource indicator (RFC 8707) of an audience. */
export const resourceOf = (config: UrlConfig, audience: Audience): string => config.publicUrl + audiencePaths[audience]

/** Returns the audience that a resource indicator names, or null for a foreign resource. */
export function findAudience(config: UrlConfig, resource: string): Audience | null {
  const bare = resource.replace(/\/$/, '')
  if (bare === resourceOf(config, 'api')) return 'api'
  return bare === resourceOf(config, 'mcp') ? 'mcp' : null
}

/** Returns the URL of the metadata for the resource at this path (RFC 9728). */
export function metadataUrlAt(config: UrlConfig, path: string): string {
  const isMcp = path === audiencePaths.mcp || path.startsWith(`${audiencePaths.mcp}/`)
  return `${config.publicUrl}/.well-known/oauth-protected-resource${isMcp ? audiencePaths.mcp : ''}`
}
