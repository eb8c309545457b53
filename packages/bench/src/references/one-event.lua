-- Posts one event with an id of its own in each request.
local head = '{"event":"paywall_viewed","event_id":"'
local tail = '","platform":"android","app_version":"2.4.1","installation_id":"0190a6a0-0000-7000-8000-00000000000a",'
  .. '"properties":{"screen":"home","source":"push_campaign","variant":"b","position":3,"duration_ms":1234}}'
local format, random = string.format, math.random
math.randomseed(os.time())

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"

function request()
  local id = format("%04x%04x-%04x-4%03x-8%03x-%04x%04x%04x", random(0, 65535), random(0, 65535), random(0, 65535),
    random(0, 4095), random(0, 4095), random(0, 65535), random(0, 65535), random(0, 65535))
  return wrk.format(nil, nil, nil, head .. id .. tail)
end
