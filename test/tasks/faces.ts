import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { createMcpServer } from '#tasks/mcp/create-server.ts'
import type { Api } from '#tasks/task.ts'

/** Every face that is built from the catalogue: how to ask it for the names of the tasks that it offers. */
export const faces: Readonly<Record<string, (api: Api) => Promise<readonly string[]>>> = {
  async MCP(api) {
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    const server = createMcpServer({ version: '1', openApi: () => api, onBug: () => {} })
    const client = new Client({ name: 'test', version: '1' })
    await Promise.all([server.connect(ours), client.connect(theirs)])
    const { tools } = await client.listTools()
    await client.close()
    return tools.map(({ name }) => name)
  },
}
