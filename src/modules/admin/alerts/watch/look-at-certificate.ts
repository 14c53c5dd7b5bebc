import type { Db } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import { readCertificateEnd } from '#infra/outbound/certificate.ts'
import { seconds } from '#kernel/clock.ts'
import { forgetCertificate, storeCertificate } from './store.ts'

export interface CertificateDeps {
  readonly db: Db
  readonly log: Log
  readonly config: { readonly publicUrl: string }
}

const patienceMs = seconds(10)

/**
 * Stores when the public URL's certificate expires. If the URL cannot be reached from here, the stored value is kept:
 * on some networks, a machine cannot reach itself by its public name.
 */
export async function lookAtCertificate({ db, log, config }: CertificateDeps): Promise<void> {
  const address = new URL(config.publicUrl)
  if (address.protocol !== 'https:') return await forgetCertificate(db)
  try {
    await storeCertificate(db, { host: address.host, endsAt: await readCertificateEnd(address, patienceMs) })
  } catch (error) {
    log.warn({ event: 'certificate.not_read', host: address.host, err: error }, 'Certificate could not be read')
  }
}
