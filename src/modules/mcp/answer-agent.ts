import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Caller } from '#kernel/caller.ts'
import { apiInside } from '#tasks/api.ts'
import { createMcpServer } from '#tasks/mcp/create-server.ts'
import type { McpDeps } from './deps.ts'

export interface AgentAnswerer {
  answer(request: Request, body: unknown, caller: Caller): Promise<Response>
  close(): Promise<void>
}

/** Answers agents of the present protocol and of those from before, each request by its own server. */
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
    // Nothing here announces changes, so an endless stream would only hold a connection.
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
