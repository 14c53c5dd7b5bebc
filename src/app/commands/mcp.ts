import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { apiAt } from '#tasks/api.ts'
import { createMcpServer } from '#tasks/mcp/create-server.ts'
import { readSelection, toolsetNames } from '#tasks/mcp/toolsets.ts'
import { type Command, UsageFault } from './command.ts'
import { readConnection } from './connection.ts'

/**
 * Serves an agent on this machine over stdin and stdout. The installation can be anywhere, because it is used through
 * its API.
 */
export const mcp: Command = {
  async run({ args, environment, readConfig, note, version }) {
    const { toolsets, 'read-only': readOnly, ...flags } = readFlags(args)
    const selection = readSelection({ toolsets, readOnly })
    if (typeof selection === 'string')
      throw new UsageFault(`--toolsets expects ${toolsetNames.join(', ')}, separated by commas, not ${selection}`)
    const connection = await readConnection({ environment, readConfig, note }, flags)
    note(`Serving ${connection.url} to an agent. Close standard input to stop.`)
    const serving = serveStdio(
      () =>
        createMcpServer({
          version,
          selection,
          openApi: (settings) => apiAt({ ...connection, ...settings }),
          onBug: (error) =>
            note(`A task failed because of a bug: ${error instanceof Error ? error.stack : String(error)}`),
        }),
      { onerror: (error) => note(error.message) },
    )
    await endOfInput()
    await serving.close()
    return 0
  },
}

/** Resolves when the agent closes the input or the process should exit. */
async function endOfInput(): Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  await Promise.race([
    once(process.stdin, 'end', { signal }),
    once(process.stdin, 'close', { signal }),
    once(process, 'SIGINT', { signal }),
    once(process, 'SIGTERM', { signal }),
  ])
  ending.abort()
}

function readFlags(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      options: { ...{ url: text, 'key-file': text, toolsets: text }, 'read-only': { type: 'boolean' } },
    }).values
  } catch {
    throw new UsageFault('accepts --url, --key-file, --toolsets and --read-only; the key is read from POSTHORN_API_KEY')
  }
}
