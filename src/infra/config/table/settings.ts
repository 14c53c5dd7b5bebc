import type { z } from 'zod'
import { outsideSettings } from './outside.ts'
import { peopleSettings } from './people.ts'
import { publishingSettings } from './publishing.ts'
import { serverSettings } from './server.ts'
import type { Setting } from './setting.ts'
import { dataSettings, storageSettings } from './storage.ts'

/**
 * The settings that do not belong to a network, with their meaning and default. Together with the networks' settings
 * (`network-settings.ts`) they are printed to `docs/settings.md` and `.env.example` and read by `load.ts`.
 */
export const settings = {
  ...serverSettings,
  ...dataSettings,
  ...peopleSettings,
  ...storageSettings,
  ...publishingSettings,
  ...outsideSettings,
}

/** The same settings under the headings of `docs/settings.md`. */
export const settingGroups: Readonly<Record<string, Readonly<Record<string, Setting>>>> = {
  'The service': serverSettings,
  'Database and keys': dataSettings,
  'Users and plans': peopleSettings,
  'Media and backups': storageSettings,
  'Publishing, webhooks and the sandbox': publishingSettings,
  'Email, captions, stock photos and chats': outsideSettings,
}

type SettingName = keyof typeof settings
export type Settings = { readonly [Name in SettingName]: z.output<(typeof settings)[Name]['is']> }
