# frozen_string_literal: true

# Believes only those of Posthorn's webhooks that are signed. Ruby 2.7 or newer, nothing else.
# `PosthornWebhooks::RECEIVER` is an application for any server that speaks Rack; in config.ru:
#
#   require_relative 'ruby'
#   run PosthornWebhooks::RECEIVER

require 'json'
require 'openssl'
require 'set'

module PosthornWebhooks
  TOLERANCE_SECONDS = 300

  module_function

  # Standard Webhooks: webhook-signature is over the id, the time and the bytes. The key is what stands in base64 behind
  # whsec_. Prefer this one: it knows when something was sent, so nobody can send it again tomorrow.
  # The names in headers are small.
  def signed?(secret, headers, bytes, now = Time.now.to_i)
    id = headers['webhook-id'].to_s
    timestamp = headers['webhook-timestamp'].to_s
    return false unless timestamp.match?(/\A[0-9]{1,12}\z/) && (now - timestamp.to_i).abs <= TOLERANCE_SECONDS

    key = secret.delete_prefix('whsec_').unpack1('m0')
    digest = OpenSSL::HMAC.digest('SHA256', key, "#{id}.#{timestamp}.".b + bytes.b)
    right = "v1,#{[digest].pack('m0')}"
    # While one secret replaces another there are several.
    headers['webhook-signature'].to_s.split(' ').any? { |given| same?(given, right) }
  end

  # X-service-Signature is over the bytes alone. The key is the secret as it is written, whsec_ included.
  def signed_over_body?(secret, headers, bytes)
    right = "sha256=#{OpenSSL::HMAC.hexdigest('SHA256', secret, bytes)}"
    # The second one is by the secret before, while that is still good.
    %w[x-service-signature x-service-signature-previous].any? { |name| same?(headers[name].to_s, right) }
  end

  # Takes as long for nearly right as for quite wrong.
  def same?(given, right)
    given.bytesize == right.bytesize && OpenSSL.fixed_length_secure_compare(given, right)
  end

  # The same event may come more than once. Keep these ids where they outlast a restart: in your database.
  SEEN = Set.new

  RECEIVER = lambda do |env|
    secret = ENV.fetch('POSTHORN_WEBHOOK_SECRET')
    raise 'POSTHORN_WEBHOOK_SECRET must be the secret of the endpoint.' unless secret.start_with?('whsec_')

    headers = env.select { |name, _| name.start_with?('HTTP_') }
                 .transform_keys { |name| name.delete_prefix('HTTP_').downcase.tr('_', '-') }
    # The bytes as they came: JSON that was read and written again is something else.
    bytes = env['rack.input'].read
    next [401, {}, []] unless PosthornWebhooks.signed?(secret, headers, bytes)

    event = JSON.parse(bytes)
    puts "#{event['type']} #{event['id']}" if SEEN.add?(event['id'])
    [204, {}, []]
  end
end
