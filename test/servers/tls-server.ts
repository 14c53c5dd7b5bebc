import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'

/** The key of both certificates, which are for localhost and self-signed. It protects nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZhWi0sTgmh3hkUGy
belOEQq/6SVK2D0+CX9tnrA5QQWhRANCAATtpTuq+RExJCMT7Ezh+q5/8iD7yJCt
i+W27mcfHWW5aaPQBzYu96EJyqcs5zr60CrNLA8lBeE7id1nPXyppW0z
-----END PRIVATE KEY-----
`

const certificates = {
  /** Expires on 2027-01-20, a week after the tests begin. */
  ending: `-----BEGIN CERTIFICATE-----
MIIBfjCCASOgAwIBAgIUXxyofu5GwwzsBua3FehNA9XWPzMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MTEyMzAzMzQwMFoXDTI3MDEyMDAz
MzQwMFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAE7aU7qvkRMSQjE+xM4fquf/Ig+8iQrYvltu5nHx1luWmj0Ac2LvehCcqn
LOc6+tAqzSwPJQXhO4ndZz18qaVtM6NTMFEwHQYDVR0OBBYEFE92+W2M0HQAo02z
hU5239A4ExVjMB8GA1UdIwQYMBaAFE92+W2M0HQAo02zhU5239A4ExVjMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhANoYm/LmEG/bvhD13QYEpsah
UuRhKQSRbGklQakZ6lE0AiEAmr8XfmPgj0acJqxDAGWeDVeTc445tDaDlqCCKOV9
K94=
-----END CERTIFICATE-----
`,
  /** Expires in 2125. */
  renewed: `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUN3Ci0K+BtajyieZmiEgs6v/9MMwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzAzMzQwMFoYDzIxMjUwNjE3
MDMzNDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATtpTuq+RExJCMT7Ezh+q5/8iD7yJCti+W27mcfHWW5aaPQBzYu96EJ
yqcs5zr60CrNLA8lBeE7id1nPXyppW0zo1MwUTAdBgNVHQ4EFgQUT3b5bYzQdACj
TbOFTnbf0DgTFWMwHwYDVR0jBBgwFoAUT3b5bYzQdACjTbOFTnbf0DgTFWMwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAGH7xyAhuMX1GtDOxk8LKX
T5nJvfqZ9oBOyGGEakiLswIhAKTCFVKenLWUhwfuXyz+AaOc3IY0kxY0jzd0px3J
OEd3
-----END CERTIFICATE-----
`,
} as const

interface TlsServer extends AsyncDisposable {
  readonly port: number
  /** Uses another certificate from the next connection on. */
  show(which: keyof typeof certificates): void
}

/** Starts a server that presents a certificate and serves nothing, like the proxy before an installation. */
export async function startTlsServer(which: keyof typeof certificates): Promise<TlsServer> {
  const server = createServer({ key, cert: certificates[which] }, (socket) => socket.end().on('error', () => {}))
  server.on('tlsClientError', () => {})
  server.listen(0)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    show: (other) => server.setSecureContext({ key, cert: certificates[other] }),
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}
