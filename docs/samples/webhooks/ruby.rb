# frozen_string_literal: true

# Accepts only signed webhooks from Posthorn. Requires only Ruby 2.7 or newer.
# `PosthornWebhooks::RECEIVER` is an application for any Rack server; in config.ru:
#
#   require_relative 'ruby'
#   run PosthornWebhooks::RECEIVER

require 'json'
require 'openssl'
require 'set'

module PosthornWebhooks
  TOLERANCE_SECONDS = 300

  module_function

  # Standard Webhooks: webhook-signature covers the ID, the time and the bytes. The key is the base64 after whsec_.
  # Prefer this signature: it includes the time, so no one can replay a webhook later. Header names are lowercase.
  def signed?(secret, headers, bytes, now = Time.now.to_i)
    id = headers['webhook-id'].to_s
    timestamp = headers['webhook-timestamp'].to_s
    return false unless timestamp.match?(/\A[0-9]{1,12}\z/) && (now - timestamp.to_i).abs <= TOLERANCE_SECONDS

    key = secret.delete_prefix('whsec_').unpack1('m0')
    digest = OpenSSL::HMAC.digest('SHA256', key, "#{id}.#{timestamp}.".b + bytes.b)
    right = "v1,#{[digest].pack('m0')}"
    # During a rotation of the secret there are several.
    headers['webhook-signature'].to_s.split(' ').any? { |given| same?(given, right) }
  end

  # X-service-Signature covers only the bytes. The key is the full text of the secret, including whsec_.
  def signed_over_body?(secret, headers, bytes)
    right = "sha256=#{OpenSSL::HMAC.hexdigest('SHA256', secret, bytes)}"
    # The second one uses the previous secret, while it is valid.
    %w[x-service-signature x-service-signature-previous].any? { |name| same?(headers[name].to_s, right) }
  end

  # Compares in constant time.
  def same?(given, right)
    given.bytesize == right.bytesize && OpenSSL.fixed_length_secure_compare(given, right)
  end

  # The same event may arrive more than once. Store these IDs in your database, so that they survive a restart.
  SEEN = Set.new

  RECEIVER = lambda do |env|
    secret = ENV.fetch('POSTHORN_WEBHOOK_SECRET')
    raise 'POSTHORN_WEBHOOK_SECRET must be the secret of the endpoint.' unless secret.start_with?('whsec_')

    headers = env.select { |name, _| name.start_with?('HTTP_') }
                 .transform_keys { |name| name.delete_prefix('HTTP_').downcase.tr('_', '-') }
    # The bytes as received: parsed and rewritten JSON may differ.
    bytes = env['rack.input'].read
    next [401, {}, []] unless PosthornWebhooks.signed?(secret, headers, bytes)

    event = JSON.parse(bytes)
    puts "#{event['type']} #{event['id']}" if SEEN.add?(event['id'])
    [204, {}, []]
  end
end
