import type { Caller } from '#kernel/caller.ts'
import type { IdentityDeps } from '../../deps.ts'
import { type PresentedApp, presentApp } from '../present.ts'
import { listLiveApps } from '../store.ts'

const listedMost = 200

/** Lists the apps that act for the caller, newest first. */
export async function listApps(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'config'>,
  caller: Caller,
): Promise<PresentedApp[]> {
  const apps = await listLiveApps(deps.db, caller.uid, deps.clock.now(), listedMost)
  return apps.map((app) => presentApp(deps.config, app))
}
