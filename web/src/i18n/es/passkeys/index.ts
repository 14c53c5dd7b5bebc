import type { AreaMessages } from '../../en/index.ts'

export const passkeys: AreaMessages['passkeys'] = {
  button: 'Entrar con una llave de acceso',
  factor: 'Usar una llave de acceso',
  or: 'o',
  wrongPlace: 'Las llaves de acceso solo funcionan en la URL pública de este servidor. Ábrela e inténtalo de nuevo.',
  card: {
    twice: 'Este dispositivo o tu gestor de contraseñas ya tiene una llave de acceso para tu cuenta.',
    title: 'Llaves de acceso',
    lead: 'Inicia sesión con tu huella, tu cara, un PIN o una llave de seguridad en lugar de una contraseña.',
    noHttps:
      'Las llaves de acceso necesitan una URL https con un dominio, o http://localhost. Pídesela a un administrador del servidor.',
    noBrowser: 'Este navegador no admite llaves de acceso. Añade una desde otro navegador.',
    add: 'Añadir llave de acceso',
    rename: 'Cambiar nombre',
    remove: 'Eliminar',
    full: (max) => `Tienes ${max} llaves de acceso, el máximo. Elimina una para añadir otra.`,
    renameNamed: (name) => `Cambiar el nombre de ${name}`,
    removeNamed: (name) => `Eliminar ${name}`,
    added: (when) => `Añadida ${when}`,
    used: (when) => `Último uso ${when}`,
    unused: 'Aún sin usar',
    elsewhere: (host) => `Solo funciona en ${host}`,
    renameTitle: 'Cambiar el nombre de la llave',
    name: 'Nombre',
    save: 'Guardar',
    removeTitle: (name) => `¿Eliminar ${name}?`,
    removeLead: 'Ya no podrás iniciar sesión con ella. Bórrala también en tu gestor de contraseñas.',
    toastAdded: (name) => `${name} añadida`,
    toastRemoved: 'Llave de acceso eliminada',
  },
}
