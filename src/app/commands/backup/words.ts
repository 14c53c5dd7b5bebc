import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Config } from '#infra/config/config.ts'
import { UsageFault } from '../command.ts'

type Flags = NonNullable<ParseArgsConfig['options']>

/** Parses the arguments of a command that accepts a location and these flags. */
export function readWords<const Options extends Flags>(args: readonly string[], options: Options) {
  try {
    const read = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    const [place = null, ...more] = read.positionals
    if (more.length > 0) throw new UsageFault('accepts only one location')
    return { place, values: read.values }
  } catch (error) {
    if (error instanceof TypeError) throw new UsageFault('received unknown arguments')
    throw error
  }
}

/** Returns the location: the one that was typed, or the one in the settings. */
export function chooseBackupPlace({ backup }: Pick<Config, 'backup'>, typed: string | null): string {
  const place = typed ?? backup?.place
  if (place === undefined) throw new UsageFault('expects a folder or s3://BUCKET/PREFIX, or BACKUP_TO')
  return place
}
