import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { Seal } from '#infra/seal/seal.ts'
import type { Vault } from '#infra/storage/vault/index.ts'
import { BackupFault, type SourceDeps } from '../deps.ts'
import { manifestKey } from './names.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()
const table = z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: count, bytes: count, sha256 })

const manifestShape = z.strictObject({
  format: z.literal(1),
  name: z.string(),
  installationId: z.uuid(),
  /** The time of the database snapshot. */
  takenAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  posthorn: z.string(),
  /** Identifies the key that seals the secrets in the database, by its first bytes in each record. */
  key: z.string().regex(/^[0-9a-f]{10}$/),
  migrations: z.array(z.string()),
  tables: z.array(table),
  partitions: z.array(z.strictObject({ name: z.string(), of: z.string(), bound: z.string() })),
  sequences: z.array(z.strictObject({ name: z.string(), last: z.number(), isCalled: z.boolean() })),
  media: z.strictObject({ files: count, bytes: count, copied: count, missing: count, sha256 }),
})

/** Describes what a backup contains, with checksums. It is written last: a backup without one is incomplete. */
export type Manifest = z.infer<typeof manifestShape>
export type BackedUpTable = z.infer<typeof table>

const envelope = z.strictObject({ manifest: z.unknown(), mac: z.string() })
const purpose = 'backup-manifest'

export async function writeManifest(vault: Vault, seal: Pick<Seal, 'hmac'>, manifest: Manifest): Promise<void> {
  const mac = seal.hmac(purpose, signedText(manifest)).toString('hex')
  const content = `${JSON.stringify({ manifest, mac }, null, 1)}\n`
  await vault.write(manifestKey(manifest.name), Readable.from([Buffer.from(content)]))
}

/** Writes the manifest out with its fields in the order of the schema, so that both sides sign the same text. */
const signedText = (manifest: Manifest): string => JSON.stringify(manifestShape.parse(manifest))

/** Reads a manifest, and verifies with the installation's key that no one changed or renamed it. */
export async function readManifest({ vault, seal }: SourceDeps, name: string): Promise<Manifest> {
  const found = await vault.read(manifestKey(name))
  if (!found)
    throw new BackupFault(
      `There is no backup ${name} in ${vault.place}. Run \`posthorn backup list\` to see all backups.`,
    )
  const { manifest, mac } = parse(await text(found), name)
  if (!seal.knownHeads.some((head) => head.toString('hex') === manifest.key))
    throw new BackupFault(
      `The backup ${name} belongs to another SECRET_KEY. Set that key in SECRET_KEY or DATA_DIR/secret.key, or add it to SECRET_KEY_PREVIOUS.`,
    )
  if (!seal.hmacMatches(purpose, signedText(manifest), Buffer.from(mac, 'hex')))
    throw new BackupFault(`The manifest of the backup ${name} was changed after it was written. Take another backup.`)
  if (manifest.name !== name)
    throw new BackupFault(
      `The backup ${name} is a copy of ${manifest.name}, taken ${manifest.takenAt}, under another name. Restore ${manifest.name}, and check who copied it.`,
    )
  return manifest
}

/** Reads a manifest for a list, without verification. Null if it cannot be read. */
export async function peekManifest(vault: Vault, name: string): Promise<Manifest | null> {
  try {
    const found = await vault.read(manifestKey(name))
    return found && parse(await text(found), name).manifest
  } catch (error) {
    if (error instanceof BackupFault) return null
    throw error
  }
}

function parse(content: string, name: string): { readonly manifest: Manifest; readonly mac: string } {
  try {
    const { manifest, mac } = envelope.parse(JSON.parse(content))
    return { manifest: manifestShape.parse(manifest), mac }
  } catch {
    throw new BackupFault(
      `The manifest of the backup ${name} is damaged, or was written by a later version of Posthorn. Take another backup.`,
    )
  }
}
