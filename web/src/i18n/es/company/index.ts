import type { AreaMessages } from '../../en/index.ts'

export const company: AreaMessages['company'] = {
  button: 'Acceso de empresa',
  or: 'o',
  signingIn: 'Iniciando sesión…',
  connecting: 'Vinculando tu cuenta…',
  failed: 'No se pudo iniciar sesión',
  again: 'Volver al inicio de sesión',
  code: 'Tu cuenta también necesita un código.',
  next: 'Continuar',
  faults: {
    canceled: 'Cancelaste en el proveedor de identidad. No ha cambiado nada.',
    provider: 'El proveedor de identidad ha informado de un problema. Inténtalo de nuevo o consulta a tu equipo de TI.',
    incomplete: 'Esta página forma parte de un inicio de sesión que se empezó aquí. Empieza de nuevo.',
    oauth_state_invalid: 'Este inicio de sesión ha caducado o se empezó en otro navegador. Empieza de nuevo.',
    company_sign_in_failed:
      'La respuesta del proveedor de identidad no se puede usar. Empieza de nuevo o consulta a tu equipo de TI.',
    company_address_unverified:
      'Hay una cuenta con tu correo, pero nada demuestra que sea tuya. Inicia sesión con su contraseña y vincúlala en Ajustes, Acceso y seguridad.',
    company_account_taken: 'La cuenta está vinculada con otra persona. Consulta a un administrador.',
    setup_code_required: 'Esta instalación aún no tiene propietario. Primero hay que crear su cuenta.',
    sign_up_closed: 'Aún no tienes cuenta aquí. Pide a un administrador que invite a tu correo de empresa.',
    invite_required: 'Aún no tienes cuenta aquí. Pide a un administrador que invite a tu correo de empresa.',
    identity_provider_unavailable: 'El proveedor de identidad no responde. Inténtalo de nuevo dentro de un minuto.',
  },
  elsewhere: {
    lead: 'Vuelve a iniciar sesión en una pestaña nueva y regresa aquí. Tu trabajo se conserva.',
    open: 'Abrir el inicio de sesión',
    done: 'Ya he iniciado sesión',
  },
  card: {
    title: 'Acceso de empresa',
    lead: 'Inicia sesión con tu cuenta de empresa en lugar de una contraseña.',
    connect: 'Vincular el acceso de empresa',
    connected: (email) => `Vinculado con ${email}.`,
    connectedPlain: 'Vinculado.',
    disconnect: 'Desvincular',
  },
}
