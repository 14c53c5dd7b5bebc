import { McpServer } from '@modelcontextprotocol/server'
import { addPrompts } from './prompts.ts'
import { addResources } from './resources.ts'
import { addTools, type ToolDeps } from './tools.ts'

interface McpServerDeps extends ToolDeps {
  readonly version: string
}

/** The tools, resources and prompts of a version do not change while it runs. */
const unchanging = { listChanged: false }
const capabilities = { tools: unchanging, resources: unchanging, prompts: unchanging }

const instructions = `Posthorn publishes posts to social networks, once and on time.
Posts and accounts belong to profiles (brands). Begin with list_profiles and list_accounts.
Before a post goes out: call schedule_post or publish_post with dryRun, show the user the text for each network, and go on
only when the user agrees. If a call is rejected, the error says what to change. To accept warnings, pass their codes in confirmWarnings.
Times without an offset are local to the profile. Follow a post with get_status; an \`unknown\` outcome is settled by a
person who looks at the network, then by resolve_target.`

/** Creates the server that an agent talks to, with every task as a tool. It serves one request, or one stdio connection. */
export function createMcpServer({ version, ...deps }: McpServerDeps): McpServer {
  const server = new McpServer({ name: 'posthorn', title: 'Posthorn', version }, { instructions, capabilities })
  addTools(server, deps)
  addResources(server, deps)
  addPrompts(server, deps)
  return server
}
