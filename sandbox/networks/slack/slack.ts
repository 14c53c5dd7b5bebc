import type { Incoming } from '../../core/http/request.ts'
import { route } from '../../core/http/route.ts'
import type { MakeNetwork, Route } from '../../core/network.ts'
import { findCallerName, sandboxApp } from '../../core/oauth/client.ts'
import { chatLog } from '../../core/pages/layouts/chat-log.ts'
import { createSettings } from '../../core/rules/settings.ts'
import { consentRoutes, giveAccess, uninstall } from './auth/login.ts'
import { scopeTitles } from './auth/scopes.ts'
import { conversationMethods } from './chat/conversations.ts'
import { fileMethods, fileRoutes } from './chat/files.ts'
import { messageMethods, responseRoutes } from './chat/messages.ts'
import { createActs } from './control/acts.ts'
import { listFeed } from './control/feed.ts'
import { deskRoutes } from './desk/desk.ts'
import { peopleMethods } from './people/users.ts'
import { choices, defaultRules } from './rules.ts'
import { createPlatform } from './state/platform.ts'
import { viewMethods } from './views/views.ts'
import { ok } from './wire/answers.ts'
import { apiRoutes } from './wire/api.ts'
import { failures } from './wire/failures.ts'

const methods = [...messageMethods, ...fileMethods, ...conversationMethods, ...peopleMethods, ...viewMethods]

/** Slack as seen by an app: workspaces in which people write to the app, type its command and press its buttons. */
export const slack: MakeNetwork = (world) => {
  const rules = { ...defaultRules }
  const platform = createPlatform(world, rules)
  const withClient = (name: string, run: (incoming: Incoming) => object): Route =>
    route('POST', `/api/${name}`, name, { accepts: ['form'], writes: true }, (incoming) => ok(run(incoming)))
  return {
    id: 'slack',
    title: 'Slack',
    routes: [
      ...consentRoutes(platform),
      withClient('oauth.v2.access', (incoming) => giveAccess(platform, incoming)),
      withClient('apps.uninstall', (incoming) => uninstall(platform, incoming)),
      ...apiRoutes(platform, methods),
      ...responseRoutes(platform),
      ...fileRoutes(platform),
      ...deskRoutes(platform),
    ],
    accountOf: (incoming) => personIn(incoming) ?? findCallerName(platform, incoming),
    failures,
    catchUp: () => platform.due.until(world.clock.ms()),
    upcoming: () => platform.due.list(),
    feed: (of) => listFeed(platform, of),
    desk: (name) => `/slack/desk/${encodeURIComponent(name)}`,
    layout: chatLog,
    connect,
    settings: createSettings(rules, choices),
    acts: createActs(platform),
    state: () => ({
      workspaces: platform.workspaces.size,
      installed: [...platform.workspaces.values()].filter(({ installedBy }) => installedBy !== null).length,
      messages: platform.messages.length,
      app: { ...platform.app },
    }),
  }

  /** Returns the person that a message addresses: faults and the call log name people, not the app. */
  function personIn({ params, body }: Incoming): string | null {
    const url = params.token === undefined ? undefined : platform.responseUrls.get(params.token)
    if (url) return url.person.name
    if (params.person !== undefined) return platform.person(params.person)?.name ?? null
    const value = body.kind === 'json' ? (body.value as Readonly<Record<string, unknown>> | null) : null
    const id = value?.user_id ?? value?.user ?? value?.channel
    return typeof id === 'string' ? (platform.personById(id)?.name ?? null) : null
  }

  /** Installs the app in a person's workspace, as if they had given consent. */
  function connect(name: string): Readonly<Record<string, string>> {
    const person = platform.person(name)
    if (!person) return { account: name }
    const scopes = Object.keys(scopeTitles)
    const grant = platform.tokens.grant({ clientId: sandboxApp.id, person, scopes })
    person.workspace.installedBy = person
    const { text: accessToken } = platform.tokens.issue(grant, 'access', 100 * 366 * 86_400_000)
    return { account: name, id: person.id, team: person.workspace.id, accessToken }
  }
}
