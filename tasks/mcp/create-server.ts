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
Before you publish or schedule a post, call publish_post or schedule_post with dryRun, show the user the text for each network, and
continue only if the user agrees. If a call is rejected, the error says what to change. To accept warnings, pass their codes in confirmWarnings.
Times without an offset are local to the profile. Use get_status to follow a post. If the outcome is \`unknown\`, ask a
person to check the network, then call resolve_target.`

/** Creates the MCP server, with every task as a tool. It serves one request, or one stdio connection. */
export function createMcpServer({ version, ...deps }: McpServerDeps): McpServer {
  const server = new McpServer({ name: 'posthorn', title: 'Posthorn', version }, { instructions, capabilities })
  addTools(server, deps)
  addResources(server, deps)
  addPrompts(server, deps)
  return server
}
