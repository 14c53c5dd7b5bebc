import { McpServer } from '@modelcontextprotocol/server'
import { addPrompts } from './prompts.ts'
import { addResources } from './resources.ts'
import { addTools, type ToolDeps } from './tools.ts'
import { describeOthers, hasTools, type ToolSelection } from './toolsets.ts'

interface McpServerDeps extends ToolDeps {
  readonly version: string
}

/** The tools, resources and prompts of a version do not change while it runs. */
const unchanging = { listChanged: false }
const capabilities = { tools: unchanging, resources: unchanging, prompts: unchanging }

interface Hint {
  /** The tools that the hint is about. It is left out unless they are all selected. */
  readonly needs: readonly string[]
  readonly text: string
}

const hints: readonly Hint[] = [
  { needs: [], text: 'Posthorn publishes posts to social networks, once and on time.' },
  {
    needs: ['list_profiles', 'list_accounts'],
    text: 'Posts and accounts belong to profiles (brands). Start with list_profiles and list_accounts.',
  },
  {
    needs: ['publish_post', 'schedule_post'],
    text:
      'Before you publish or schedule a post, call publish_post or schedule_post with dryRun, show the user the text ' +
      'for each network, and continue only if the user agrees.',
  },
  {
    needs: [],
    text:
      'If a call is rejected, the error says what to change. To accept warnings, pass their codes in confirmWarnings. ' +
      'Times without an offset are local to the profile, and results have the local time of the profile with its offset.',
  },
  { needs: ['get_status'], text: 'Use get_status to follow a post.' },
  {
    needs: ['resolve_target'],
    text: 'If the outcome is `unknown`, ask a person to check the network, then call resolve_target.',
  },
]

function instructionsFor(selection: ToolSelection): string {
  const shown = hints.filter(({ needs }) => hasTools(selection, needs)).map(({ text }) => text)
  const readOnly = selection.readOnly ? 'This server is read-only: tools that change something are off.' : ''
  return [...shown, readOnly, describeOthers(selection)].filter((text) => text !== '').join('\n')
}

/** Creates the MCP server, with the selected tasks as tools. It serves one request, or one stdio connection. */
export function createMcpServer({ version, ...deps }: McpServerDeps): McpServer {
  const instructions = instructionsFor(deps.selection)
  const server = new McpServer({ name: 'posthorn', title: 'Posthorn', version }, { instructions, capabilities })
  addTools(server, deps)
  addResources(server, deps)
  addPrompts(server, deps)
  return server
}
