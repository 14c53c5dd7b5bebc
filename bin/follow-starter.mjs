const lookEveryMs = 500

/**
 * Stops this process, as SIGTERM does, once the process that started it is gone. Only the scripts in package.json and
 * our own hand-over to another Node request this, by setting POSTHORN_STARTER. Any other starter (systemd, Docker,
 * setsid, a shell that ends) may exit and leave this process running.
 */
export function followStarter() {
  const starter = Number(process.env.POSTHORN_STARTER)
  // Child processes must not inherit the setting.
  delete process.env.POSTHORN_STARTER
  if (!starter) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(starter)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, lookEveryMs)
  timer.unref()
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
