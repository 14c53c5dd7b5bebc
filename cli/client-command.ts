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

/** The context of a running command: its arguments, its installation and its output. */
export type Run<Row extends ClientRow> = Omit<ClientContext, 'args'> &
  Arguments<Row['flags']> & {
    readonly api: Client
    readonly installation: Installation
    readonly out: Output
    /** The profile that the user names with the flag or POSTHORN_PROFILE. */
    readonly profile: string | undefined
  }

/** Creates a command that uses an installation: parses its arguments, chooses the installation, and runs it. */
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
