/** Why a port cannot be opened, in a sentence that says what to do. */
import type { Settings } from '../settings.ts'
import { StartFault } from '../start-fault.ts'

type Ports = Pick<Settings, 'mqttPort' | 'mqttTlsPort' | 'hardwarePorts'>

/** What a start ends with after this error of `listen`: the error itself where only a bug explains it. */
export function listenFault(error: unknown, settings: Ports): unknown {
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE') {
    return new StartFault(
      `Port ${port} is already in use. Stop what uses it, or set ${settingOf(port, settings)} to another one.`,
    )
  }
  if (code === 'EACCES') return new StartFault(`Port ${port} may not be opened by this user. Set a PORT above 1023.`)
  if (code === 'EADDRNOTAVAIL') {
    return new StartFault(`${address} is not an address of this machine. Set another HOST or MQTT_HOST.`)
  }
  return error
}

/** The setting that names a port. */
function settingOf(port: number | undefined, { mqttPort, mqttTlsPort, hardwarePorts }: Ports): string {
  if (port === mqttPort) return 'MQTT_PORT'
  if (port === mqttTlsPort) return 'MQTT_TLS_PORT'
  if (port === hardwarePorts.teltonika) return 'TELTONIKA_PORT'
  return port === hardwarePorts.gt06 ? 'GT06_PORT' : 'PORT'
}
