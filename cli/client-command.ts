import { type Client, createClient, PosthornError } from '#sdk/index.ts'
import { type Arguments, readArguments } from './arguments.ts'
import type { ClientContext, Command, CommandRow } from './command.ts'
import { statusOf } from './exit-codes.ts'
import { chooseInstallation, type Installation } from './installations/choose.ts'
import { createOutput, type Output } from './output/output.ts'

interface ClientRow extends CommandRow {
  readonly flags: {
    readonly '--profile NAME': string
    readonly '--json': string
    readonly '--on NAME': string
    readonly '--url URL': string
  }
}

/** A command at work: its arguments, its installation, and where its result goes. */
export type Run<Row extends ClientRow> = Omit<ClientContext, 'args'> &
  Arguments<Row['flags']> & {
    readonly api: Client
    readonly installation: Installation
    readonly out: Output
    /** The profile that the user names, by flag or in POSTHORN_PROFILE. */
    readonly profile: string | undefined
  }

/** Makes a command that talks to an installation: reads its arguments, chooses the installation, and runs it. */
export const clientCommand = <const Row extends ClientRow>(
  row: Row,
  work: (run: Run<Row>) => Promise<number>,
): Command<ClientContext> => ({
  async run({ args, ...context }) {
    const { flags, words } = readArguments(row, args) as Arguments<Row['flags']>
    const { json, on, url, profile } = flags as Arguments<ClientRow['flags']>['flags']
    const out = createOutput(context, json === true)
    const installation = await chooseInstallation(context, { on, url })
    const api = createClient({ url: installation.url, token: installation.key })
    const named = profile ?? (context.environment.POSTHORN_PROFILE?.trim() || undefined)
    try {
      return await work({ ...context, flags, words, api, installation, out, profile: named })
    } catch (error) {
      if (!out.isJson || !(error instanceof PosthornError)) throw error
      const { code, status, message, errors, warnings, requestId } = error
      context.note(JSON.stringify({ error: { code, status, message, errors, warnings, requestId } }))
      return statusOf(error)
    }
  },
})
