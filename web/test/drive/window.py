#!/usr/bin/python3
"""Shows WebKitGTK views, each in a window of its own, as WebKitWebDriver asks for them.

What sites store lies below the first argument and is kept; what is downloaded comes to
the folder that is the second.
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

profile, downloads = sys.argv[1], sys.argv[2]
manager = WebKit2.WebsiteDataManager(
    base_data_directory=os.path.join(profile, "data"),
    base_cache_directory=os.path.join(profile, "cache"),
)
context = WebKit2.WebContext(website_data_manager=manager)
context.set_automation_allowed(True)


def create(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    settings = view.get_settings()
    settings.set_enable_page_cache(True)
    # Else the processors that the page needs emulate one for graphics.
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    window = Gtk.Window()
    window.set_default_size(1440, 900)
    window.add(view)
    window.show_all()
    window.present()
    window.get_window().focus(0)  # no window manager is there to do it
    view.grab_focus()
    view.connect("close", lambda _: window.destroy())
    return view


def started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("window")
    info.set_version(
        WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()
    )
    session.set_application_info(info)
    session.connect("create-web-view", create)


def place(download, name):
    download.set_destination(GLib.filename_to_uri(os.path.join(downloads, name), None))
    return True


context.connect("automation-started", started)
context.connect("download-started", lambda _, download: download.connect("decide-destination", place))
Gtk.main()
