import type { CommandRow } from '../command.ts'

/** The flags of all commands that use an installation. */
const connectionFlags = {
  '--profile NAME': 'The profile (brand), by name or ID. Required if you have more than one.',
  '--json': 'Print JSON: one document, or one line per item of a stream.',
  '--on NAME': 'The installation, by its name from `posthorn login`.',
  '--url URL': 'The URL of the installation.',
} as const

/** Describes a command that uses an installation. Keeps the names of its flags for the compiler. */
export const defineRow = <
  const Flags extends Readonly<Record<string, string>>,
  const Row extends CommandRow & { readonly flags: Flags },
>(
  row: Row & { readonly flags: Flags },
): Row & { readonly flags: Flags & typeof connectionFlags } => ({
  ...row,
  flags: { ...row.flags, ...connectionFlags },
})
