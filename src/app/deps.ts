import type { Connector } from '#connectors/connector.ts'
import { createWriteSignal } from '#infra/claim/index.ts'
import type { Tx } from '#infra/db/client.ts'
import { createEmit, type Emit } from '#infra/events/index.ts'
import { createInside } from '#infra/http/inside.ts'
import type { Caller } from '#kernel/caller.ts'
import { createClientKeys, createServerApps, withCleanAccounts } from '#modules/accounts/index.ts'
import { createReadBackMemory } from '#modules/analytics/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { bodyOf } from '#modules/event-stream/index.ts'
import { createFlagCache } from '#modules/flags/index.ts'
import { createCallerCache, createClientDocuments, createKeyRing, type PasswordCost } from '#modules/identity/index.ts'
import { createHighWater, type InstallationDeps } from '#modules/installation/index.ts'
import { createLinkCards } from '#modules/link-cards/index.ts'
import { createFittedMemory, createImportLine } from '#modules/media/index.ts'
import { createQuotaMemory } from '#modules/posts/index.ts'
import { createProfile, mayReachProfiles, type ProfileDeps } from '#modules/profiles/index.ts'
import { insertDeliveries } from '#modules/webhooks/index.ts'
import { connectors } from './connectors.ts'
import { type Guards, guardsOf } from './guards.ts'
import { cronsOf } from './jobs/crons.ts'
import { meters } from './meters.ts'
import { erasersOf } from './people/erasers.ts'
import { exportersOf } from './people/exporters.ts'
import { openResources, type ResourceOptions, type Resources } from './resources.ts'
import { subscriptionsOf } from './subscriptions.ts'

export interface DepsOptions extends ResourceOptions {
  /** The cost of a password hash; tests sign up many users. */
  readonly passwordCost?: PasswordCost
  /** Connectors by platform id. */
  readonly connectors?: Readonly<Partial<Record<string, Connector>>>
}

/** Every long-lived object, built once. A module's `deps.ts` declares which of them it receives. */
export type Deps = Awaited<ReturnType<typeof createDeps>>

export async function createDeps({ connectors: chosen = connectors, passwordCost, ...options }: DepsOptions) {
  const resources = await openResources(options)
  const memories = createMemories(resources)
  return {
    ...resources,
    ...memories,
    ...connectModules(resources, memories),
    connectors: withCleanAccounts(chosen, resources.config),
    ...(passwordCost ? { passwordCost } : {}),
  }
}

/** Creates what modules keep in memory between requests, by module. None of it has to be closed. */
function createMemories({ config, db, clock, seal, log, outbound, mediaWorker }: Resources) {
  return {
    /** Connects the requests of this process to its loops over due rows. */
    writes: createWriteSignal(),
    /** The caller must set the responding server to `createServer`, as `run` and the test harness do. */
    inside: createInside(),
    // accounts
    clientKeys: createClientKeys({ db, clock, seal }),
    serverApps: createServerApps({ db, clock, seal }),
    // analytics
    readBacks: createReadBackMemory({ clock }),
    // flags
    flags: createFlagCache({ db, clock }),
    // identity
    callers: createCallerCache(),
    clientDocuments: createClientDocuments({ clock, outbound }),
    keyRing: createKeyRing({ db, clock, seal, log }),
    // installation
    highWater: createHighWater(config.dataDir),
    // link-cards
    linkCards: createLinkCards({ clock, outbound, mediaWorker }),
    // media
    fittedMemory: createFittedMemory(clock),
    importLine: createImportLine(),
    // posts
    quotaMemory: createQuotaMemory({ clock }),
  }
}

/** Connects modules that do not import each other: events to their listeners, and questions to their answers. */
function connectModules(resources: Resources, { flags }: Pick<ReturnType<typeof createMemories>, 'flags'>) {
  const { config, db, clock, seal, queue, plans, storage, scratch, mediaWorker } = resources
  // Listeners and guards emit events themselves, so they get `emit` before its subscriptions exist.
  const emit: Emit = (tx, ...events) => emitter(tx, ...events)
  const guards: Guards = guardsOf({ ...resources, emit })
  const emitter = createEmit({
    clock,
    queue,
    subscriptions: subscriptionsOf({ config, clock, emit, queue, seal, plans, owner: guards.targetOwner }),
    outside: {
      bodyOf,
      deliver: (tx, events) => insertDeliveries(tx, events, { ownIds: config.webhookPolicy === 'once' }),
    },
  })
  const profileDeps: ProfileDeps = { db, clock, seal, emit, queue, plans, flags, guards, config, scratch, mediaWorker }
  return {
    emit,
    guards,
    crons: cronsOf(config),
    exporters: exportersOf({ db, storage }),
    erasers: erasersOf({ clock, queue, seal }),
    meters,
    writeAudit,
    reachableProfiles: mayReachProfiles,
    makeFirstProfile: async (tx: Tx, owner: Caller, name: string) =>
      void (await createProfile(profileDeps, tx, owner, { name })),
  }
}

export function installationDeps(deps: Deps): InstallationDeps {
  const { db, clock, highWater, config } = deps
  return {
    db,
    clock,
    highWater,
    isEmbedded: config.database === null,
    publicUrl: config.publicUrlGiven ? config.publicUrl : null,
  }
}
