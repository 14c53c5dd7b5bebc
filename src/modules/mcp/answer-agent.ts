import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Caller } from '#kernel/caller.ts'
import { apiInside } from '#tasks/api.ts'
import { createMcpServer } from '#tasks/mcp/create-server.ts'
import type { ToolSelection } from '#tasks/mcp/toolsets.ts'
import type { McpDeps } from './deps.ts'

interface Agent {
  readonly caller: Caller
  readonly selection: ToolSelection
}

export interface AgentAnswerer {
  answer(request: Request, body: unknown, agent: Agent): Promise<Response>
  close(): Promise<void>
}

/** Serves agents with the current and earlier protocol versions, with a new server for each request. */
export function createAgentAnswerer({ inside, log, version }: Omit<McpDeps, 'config'>): AgentAnswerer {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const agent = authInfo?.extra?.agent as Agent
      const { caller, selection } = agent
      return createMcpServer({
        version,
        selection,
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
    answer: (request, parsedBody, agent) =>
      handler.fetch(request, {
        parsedBody,
        authInfo: {
          token: '',
          clientId: agent.caller.uid,
          scopes: [...(agent.caller.scopes ?? [])],
          extra: { agent },
        },
      }),
    close: () => handler.close(),
  }
}
