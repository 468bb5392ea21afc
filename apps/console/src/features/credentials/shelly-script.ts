/**
 * Makes a Shelly forward what it hears over Bluetooth, as its event `ble.scan_result`: gathered for a second, at most 16
 * advertisements, since its messages and its memory are small. To be pasted there. Source: wire formats §7.1.
 */
export const SHELLY_SCRIPT = `// Sends what this Shelly hears over Bluetooth to Whereabouts.
let heard = [];
BLE.Scanner.Subscribe(function (event, result) {
  if (event !== BLE.Scanner.SCAN_RESULT || heard.length >= 16) return;
  heard.push([result.addr, result.rssi, btoa(result.advData), btoa(result.scanRsp)]);
});
BLE.Scanner.Start({ duration_ms: BLE.Scanner.INFINITE_SCAN, active: false });
Timer.set(1000, true, function () {
  if (heard.length === 0) return;
  Shelly.emitEvent("ble.scan_result", [2, heard]);
  heard = [];
});
`
