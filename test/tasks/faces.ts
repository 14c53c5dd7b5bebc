import assert from 'node:assert/strict'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { listTasks } from '#modules/chat/conversation/run-named.ts'
import { apiAt } from '#tasks/api.ts'
import { createMcpServer } from '#tasks/mcp/create-server.ts'
import { everyTool } from '#tasks/mcp/toolsets.ts'
import { openRoom } from '#test/harness/process.ts'

const nowhere = { url: 'http://127.0.0.1:1', key: 'ph_none' }

/** Every interface that offers the whole catalog, with a function that returns its task names. */
export const faces: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  async MCP() {
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    const server = createMcpServer({
      version: '1',
      selection: everyTool,
      openApi: () => apiAt(nowhere),
      onBug: () => {},
    })
    const client = new Client({ name: 'test', version: '1' })
    await Promise.all([server.connect(ours), client.connect(theirs)])
    const { tools } = await client.listTools()
    await client.close()
    return tools.map(({ name }) => name)
  },
  async 'the command line'() {
    await using room = await openRoom({ POSTHORN_URL: nowhere.url, POSTHORN_API_KEY: nowhere.key })
    const { status, out, err } = await room.ask(['do', '--json'])
    assert.equal(status, 0, err)
    return (JSON.parse(out) as { readonly name: string }[]).map(({ name }) => name)
  },
  async 'Telegram and Slack'() {
    const named = JSON.stringify(listTasks({ run: '/do' })).matchAll(/• `(\w+)`/g)
    return [...new Set([...named].map(([, name = '']) => name))]
  },
}
