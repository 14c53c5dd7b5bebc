import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Caller } from '#kernel/caller.ts'
import { apiInside } from '#tasks/api.ts'
import { createMcpServer } from '#tasks/mcp/create-server.ts'
import type { McpDeps } from './deps.ts'

export interface AgentAnswerer {
  answer(request: Request, body: unknown, caller: Caller): Promise<Response>
  close(): Promise<void>
}

/** Serves agents with the current and earlier protocol versions, with a new server for each request. */
export function createAgentAnswerer({ inside, log, version }: Omit<McpDeps, 'config'>): AgentAnswerer {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo?.extra?.caller as Caller
      return createMcpServer({
        version,
        openApi: (settings) => apiInside(inside.fetchAs(caller), settings),
        onBug: (error) =>
          log.error(
            { event: 'mcp.task_failed', err: error, requestId: caller.requestId },
            'A task failed because of a bug',
          ),
      })
    },
    // The server announces no changes, so an endless stream would only hold a connection.
    { maxSubscriptions: 0 },
  )
  return {
    answer: (request, parsedBody, caller) =>
      handler.fetch(request, {
        parsedBody,
        authInfo: { token: '', clientId: caller.uid, scopes: [...(caller.scopes ?? [])], extra: { caller } },
      }),
    close: () => handler.close(),
  }
}
